"""What the pages share: state, components, charts, samples, words."""
