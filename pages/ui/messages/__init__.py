"""Messages out of what a visitor pastes or uploads: a table of text cells."""
