"""The fills of the pieces can be told apart, by everyone, in both themes."""

import re
from itertools import combinations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import pytest

CSS = Path(__file__).parents[1] / "assets" / "components" / "core.css"

APART = 12  # CIEDE2000; below about 5 two neighbouring fills are hard to tell apart
FAINTEST = 1.2  # contrast of a fill with the page
PAGE = {"light": "#ffffff", "dark": "#0e1117"}
TEXT = {"light": "#111827", "dark": "#fafafa"}
READABLE = {"light": 7.0, "dark": 4.6}  # contrast of the text with a fill
FILLS = tuple(f"fill-{i}" for i in range(5))
STATES = ("amber", "green")

# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
SIGHTS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

Colour = tuple[float, float, float]


def linear(colour: str) -> Colour:
    """Linear RGB, 0 to 1, of a colour written #rrggbb."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))

    def channel(c: float) -> float:
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    return channel(r), channel(g), channel(b)


def seen(rgb: Colour, sight: str) -> Colour:
    """Linear RGB as somebody with this sight sees it."""
    r, g, b = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True))))
        for row in SIGHTS[sight]
    )
    return r, g, b


def lab(rgb: Colour) -> Colour:
    """CIELAB under D65 of linear RGB."""
    r, g, b = rgb
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883

    def root(t: float) -> float:
        return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29

    return 116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z))


def ciede2000(one: Colour, other: Colour) -> float:
    """The CIEDE2000 difference of two CIELAB colours, all weights 1."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(chroma / (chroma + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360

    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    if turn == -180:
        turn = 180.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))

    lightness, c = (l1 + l2) / 2, (c1 + c2) / 2
    if not c1 * c2:
        h = h1 + h2
    elif abs(h1 - h2) <= 180:
        h = (h1 + h2) / 2
    else:
        h = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1
        - 0.17 * cos(radians(h - 30))
        + 0.24 * cos(radians(2 * h))
        + 0.32 * cos(radians(3 * h + 6))
        - 0.20 * cos(radians(4 * h - 63))
    )
    sl = 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    blue = -sin(radians(60 * exp(-(((h - 275) / 25) ** 2)))) * 2 * sqrt(c**7 / (c**7 + 25**7))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + blue * (dc / sc) * (dh / sh))


def difference(one: str, other: str, sight: str) -> float:
    """How far two colours written #rrggbb are apart for somebody with this sight."""
    return ciede2000(lab(seen(linear(one), sight)), lab(seen(linear(other), sight)))


def contrast(one: str, other: str) -> float:
    """The WCAG contrast of two colours written #rrggbb, 1 to 21."""

    def luminance(colour: str) -> float:
        r, g, b = linear(colour)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def palette(theme: str) -> dict[str, str]:
    """The named colours that the CSS sets for a theme."""
    css = re.sub(r"/\*.*?\*/", "", CSS.read_text(encoding="utf-8"), flags=re.DOTALL)
    colours: dict[str, str] = {}
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        if f'[data-theme="{theme}"]' in selector:
            colours.update(re.findall(r"--([\w-]+)\s*:\s*(#[0-9a-fA-F]{6})\b", body))
    return colours


# Sharma, Wu and Dalal 2005, table 1: every case that implementations get wrong.
SHARMA = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, 2.8361, -74.0200), (50.0, 0.0, -82.7485), 3.4412),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0009), 7.1792),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0010), 7.1792),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
    ((50.0, -0.0010, 2.4900), (50.0, 0.0009, -2.4900), 4.8045),
    ((50.0, -0.0010, 2.4900), (50.0, 0.0011, -2.4900), 4.7461),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "published"), SHARMA)
def test_ciede2000_gives_the_published_differences(
    one: Colour, other: Colour, published: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(published, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(published, abs=5e-5)


@pytest.mark.parametrize("sight", SIGHTS)
def test_greys_look_the_same_to_every_sight(sight: str) -> None:
    assert [sum(row) for row in SIGHTS[sight]] == pytest.approx([1, 1, 1], abs=2e-6)


def test_colours_convert_to_the_published_lab_and_contrast() -> None:
    assert lab(linear("#ffffff")) == pytest.approx((100, 0, 0), abs=0.02)
    assert lab(linear("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", PAGE)
def test_a_theme_names_all_its_colours(theme: str) -> None:
    assert {*FILLS, *STATES} <= palette(theme).keys()


@pytest.mark.parametrize(("theme", "sight"), product(PAGE, SIGHTS))
def test_any_two_fills_can_be_told_apart(theme: str, sight: str) -> None:
    colours = palette(theme)
    close = {
        (one, other): round(d, 1)
        for one, other in combinations(FILLS, 2)
        if (d := difference(colours[one], colours[other], sight)) < APART
    }
    assert not close


@pytest.mark.parametrize(("theme", "sight"), product(PAGE, SIGHTS))
def test_no_fill_is_near_a_state_colour(theme: str, sight: str) -> None:
    colours = palette(theme)
    close = {
        (fill, state): round(d, 1)
        for fill, state in product(FILLS, STATES)
        if (d := difference(colours[fill], colours[state], sight)) < APART
    }
    assert not close


@pytest.mark.parametrize(("theme", "fill"), product(PAGE, FILLS))
def test_text_is_readable_on_a_fill_and_a_fill_is_visible_on_the_page(
    theme: str, fill: str
) -> None:
    colour = palette(theme)[fill]
    assert contrast(colour, TEXT[theme]) >= READABLE[theme]
    assert contrast(colour, PAGE[theme]) >= FAINTEST


@pytest.mark.parametrize("css", sorted(CSS.parent.glob("*.css")), ids=lambda path: path.name)
def test_the_palette_is_set_in_one_place(css: Path) -> None:
    set_here = set(re.findall(r"--([\w-]+)\s*:", css.read_text(encoding="utf-8")))
    assert {*FILLS, *STATES} & set_here == ({*FILLS, *STATES} if css == CSS else set())
