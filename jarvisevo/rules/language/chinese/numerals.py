"""Numbers in Chinese characters."""

DIGITS = {"零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


def value(text: str) -> float:
    """What a number in digits or Chinese characters up to 百 says; 半 is a half."""
    if text == "半":
        return 0.5
    if text[0].isdigit():
        return float(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return 10 * DIGITS.get(tens, 1) + DIGITS.get(ones, 0)
    return float(DIGITS.get(text[0], 1)) * (100 if text.endswith("百") else 1)
