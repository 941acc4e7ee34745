"""The colours, widths and sizes of Penpa+'s drawings, by the numbers and names of its styles in its light theme.

Widths are in pixels of a board whose cells have 38, other lengths in cells. A drawing may have a colour of its own.
"""

from __future__ import annotations

PIXELS = 38
"""Pixels of the side of a cell"""
BLACK, WHITE, GREY, PALE = "#000000", "#ffffff", "#999999", "#cccccc"
SURFACES = {
    1: "#444444", 2: "#b3ffb3", 3: PALE, 4: BLACK, 5: "#c0e0ff", 6: "#ffa3a3", 7: "#ffffa3", 8: GREY,
    9: "#ffb3ff", 10: "#ffcc80", 11: "#cc99ff", 12: "#eecab1", 13: "#ffa466", 99: "#f0f0f0",
}  # fmt: skip
"""Colours of shaded cells"""
PENS = {
    2: (BLACK, 3), 3: ("#208020", 3), 4: (BLACK, 2), 5: (GREY, 3), 6: (GREY, 12), 8: ("#ff0000", 3), 9: ("#187bcd", 3),
    21: (BLACK, 5), 30: ("#208020", 3), 40: (GREY, 2), 80: (BLACK, 1),
}  # fmt: skip
"""Colours and widths of lines; other styles are black and 3 pixels wide"""
FRAMES = {7: "#777777", 10: BLACK, 15: "#777777", 16: BLACK}
"""Colours of the borders of cages"""
FILLS = {
    1: (WHITE, BLACK), 2: (BLACK, BLACK), 3: (PALE, ""), 4: ("", BLACK), 5: (PALE, BLACK), 6: (WHITE, GREY),
    7: (WHITE, ""), 8: (WHITE, BLACK), 9: (PALE, BLACK), 10: (WHITE, BLACK), 11: ("#ff0000", "#ff0000"),
    12: ("#208020", "#208020"), 13: ("", BLACK),
}  # fmt: skip
"""Colours of the inside and of the border ("": none) of circles and squares"""
BORDERED, FULL, FIXED = (4, 10, 13), 2, (11, 12)
"""Styles of which a colour of the drawing's own changes the border alone, both parts, and nothing; else the inside"""
ROUNDS = {"circle_L": 0.86, "circle_M": 0.7, "circle_S": 0.44, "circle_SS": 0.26}
SQUARES = {"square_LL": 1.0, "square_L": 0.8, "square_M": 0.7, "square_S": 0.44, "square_SS": 0.26}
DIAMONDS = {"diamond_L": 0.608, "diamond_M": 0.495, "diamond_S": 0.311, "diamond_SS": 0.184}
"""Diameters, and sides of squares, which are turned in the last"""
SIGN, SIGN_ARM, SIGN_PEN = "inequality", 0.14, 2
"""Name of the signs of inequality, distance of their tip and their ends from the middle, and width of their line"""
SIGNS = {(0, -1): 1, (-1, 0): 2, (0, 1): 3, (1, 0): 4}
"""Styles of signs, by the direction (rows, columns) of their tip"""
INKS = {
    1: BLACK,
    2: "#4c9900",
    3: GREY,
    4: WHITE,
    5: BLACK,
    6: BLACK,
    7: WHITE,
    8: "#187bcd",
    9: "#0000ff",
    10: "#ff0000",
}
"""Colours of texts"""
PLAIN_INKS = (1, 2, 3, 4, 8, 9, 10)
"""Texts without a ground"""
HEIGHTS = {"1": 0.7, "5": 0.25, "6": 0.4, "10": 0.6}
"""Heights of texts by the kind that stands third in a number"""
SMALL = 0.32
"""Height of the small texts in a cell"""
BULB, TUBE, BAND = 0.8, 0.4, 0.8
"""Diameter of a thermometer's bulb, and widths of its tube and of a frame's band"""
ARROW, PALE_GREY = 3, "#b3b3b3"
"""Width and colour of arrows"""
THICK = 2
"""Number of the line style of edges between regions, which are no drawings"""
