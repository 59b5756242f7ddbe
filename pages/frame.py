"""The frame around every page: title, icon and navigation."""

from pathlib import Path

import streamlit as st

from pages.ui import address, charts_look, live, trainer

st.set_page_config(
    page_title="BPE Playground",
    page_icon=str(Path(__file__).parents[1] / "assets" / "icon.png"),
    layout="wide",
)

st.html(charts_look.READABLE)
trainer.begin()
page = st.navigation(
    [
        st.Page("train.py", title="Train", default=True),
        st.Page("text.py", title="Your text"),
        st.Page("compare.py", title="Compare"),
        st.Page("languages.py", title="Languages"),
        st.Page("bill.py", title="Bill"),
    ],
    position="top",
)
address.enter(page.url_path)
live.stay_in_touch()
page.run()
