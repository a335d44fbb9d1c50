"""The learnt reader: pieces, the grammar of outlines, the network's file, and which reading is believed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvisevo.rules.intent import Intent, Place, Want
from jarvisevo.rules.language import by_grammar, english, learnt, read, weighing
from jarvisevo.rules.language.learnt import Outline, weights
from jarvisevo.rules.language.learnt.clauses import END, NUMBERS, TOKENS, WHATS, Demand, clauses, follows, parse, steps
from jarvisevo.rules.language.learnt.pieces import START, UNKNOWN, Pieces, split

TEXT = "the sky isn't blue enough, but leave our t-shirts"


def test_words_of_a_text_are_its_own_in_lower_case_without_accents():
    assert split("The café’s sky\nISN'T blue, OK? 😀") == (
        *(START + "the", START + "cafe", "'s", START + "sky", START + "isn", "'t", START + "blue", ",", START + "ok"),
        "?",
    )
    assert split("") == split(" \t") == split("Ω") == ()


def test_a_word_is_cut_into_its_most_probable_pieces_and_letters_without_one_are_unknown():
    pieces = Pieces({"<unk>": 0, "\u2581sun": -3, "set": -4, "\u2581sunse": -9, "t": -2, "\u2581": -5, "s": -2})
    assert pieces.of(["\u2581sunset", "\u2581t", "z"]) == ([1, 2, 5, 4, UNKNOWN], [0, 2, 4])


@pytest.mark.parametrize(
    "outline",
    [
        "nothing",
        "brightness +",
        "brightness + little @ sky ; keep @ t-shirts",
        "color:blue more lot @ sky ; keep saturation @ not t-shirts ; beyond",
        "keep @ sky ; contrast + little",
        "color:blue to:red @ not sky ; look:moody + ; black_and_white ; keep color:red",
    ],
)
def test_an_outline_becomes_steps_that_the_grammar_allows_and_comes_back(outline):
    words = split(TEXT)
    wanted = parse(outline)
    row = steps(wanted, words)
    for at, (number, points) in enumerate(row):
        tokens, places = follows(row[:at], len(words))
        assert number in places if points else TOKENS[number] in tokens
    assert clauses(row[:-1], words) == wanted


@pytest.mark.parametrize(
    "outline", ["", "brightness", "brightness more", "color:mauve more", "keep color", "beyond me", "crop +"]
)
def test_what_is_no_outline_is_refused(outline):
    with pytest.raises(ValueError, match="no clause"):
        parse(outline)


def test_a_place_has_to_be_in_the_text():
    with pytest.raises(ValueError, match="lake"):
        steps(parse("brightness + @ lake"), split(TEXT))


def test_colours_of_other_names_are_lightrooms():
    assert parse("color:pink more @ teal ; color:violet to:gold") == (
        Demand("want", "color:magenta", "more", place="teal"),
        Demand("want", "color:purple", "to:yellow"),
    )


@given(st.data())
def test_whatever_the_grammar_allows_can_be_read(data):
    words, said = split(TEXT), []
    for _ in range(40):
        tokens, places = follows(said, len(words))
        choices = [(NUMBERS[t], False) for t in sorted(tokens)] + [(n, True) for n in places]
        step = data.draw(st.sampled_from(choices))
        if step == (NUMBERS[END], False):
            break
        said.append(step)
    while (NUMBERS[END], False) not in [(NUMBERS[t], False) for t in follows(said, len(words))[0]]:
        tokens, places = follows(said, len(words))
        said.append((places[0], True) if places else (NUMBERS[min(tokens)], False))
    assert all(
        c.kind in ("want", "keep", "beyond") and (c.what in WHATS or c.kind != "want") for c in clauses(said, words)
    )


def test_weights_come_back_from_their_file_within_a_step_of_eight_bits(tmp_path):
    rng = np.random.default_rng(0)
    given_ = {"a.weight": rng.normal(size=(5, 7)).astype(np.float32), "a.bias": rng.normal(size=5).astype(np.float32)}
    weights.save(tmp_path / "w.npz", given_, {"<unk>": 0.0, "\u2581the": -3.5, ",": -4.0})
    found, scores = weights.load(tmp_path / "w.npz")
    assert scores == {"<unk>": 0.0, "\u2581the": -3.5, ",": -4.0}
    assert np.abs(found["a.weight"] - given_["a.weight"]).max() <= np.abs(given_["a.weight"]).max() / 127
    assert np.allclose(found["a.bias"], given_["a.bias"], atol=2e-3)


def test_an_outline_means_what_the_grammar_would_have_said():
    outline = Outline(
        parse("shadows + little @ shadows ; color:red to:blue @ van ; keep @ sky ; brightness - @ not sky"), 1
    )
    text = "Lift the shadows a bit. The red van should be blue. Darker but for the sky."
    found = weighing.intent_of(outline, text, "en")
    assert found.wants == (
        Want("shadows", "+", "little", words="Lift the shadows a bit."),
        Want("color:blue", "to:blue", where=Place("van", words="van"), words="The red van should be blue."),
        Want("brightness", "-", where=Place("sky", outside=True, words="sky"), words="Darker but for the sky."),
    )
    assert found.keep == ()


def test_less_of_a_colour_everywhere_is_a_cast_unless_what_has_it_is_named():
    outline = Outline(parse("color:red less"), 1)
    for text, direction in {
        "it's all too red": "-",
        "tone down the reds": "less",
        "红色太艳": "less",
        "偏红": "-",
    }.items():
        assert weighing.intent_of(outline, text, "zh").wants[0].direction == direction


class TestBelief:
    """`weighed` with a network whose answer is given."""

    @pytest.fixture
    def says(self, monkeypatch):
        def says(outline, probability, grammars=0.0):
            found = Outline(parse(outline), probability) if outline else None
            monkeypatch.setattr(weighing, "outline", lambda text: found)
            monkeypatch.setattr(weighing, "likelihood", lambda text, outline: grammars)

        return says

    @pytest.fixture
    def least(self, says):
        """The probability from which an outline is believed, in hundredths; 101 where it never is."""

        def least(text, outline, grammars=1e-5, found=None):
            found = found or english.read(text)

            def believed(hundredths):
                says(outline, hundredths / 100, grammars)
                return weighing.weighed(found, text) != found

            return next(filter(believed, range(1, 101)), 101)

        return least

    def test_an_outline_far_more_probable_than_the_grammars_is_believed_and_a_guess_is_not(self, least):
        text = "please make all of it darker"
        assert [w.what for w in english.read(text).wants] == ["brightness"]
        assert 30 < least(text, "contrast + little") < 90
        assert least(text, "contrast + little", grammars=0.3) == 101

    def test_a_plain_order_is_the_grammars(self, least):
        assert least("make it darker", "contrast + little", grammars=0.0) == 101
        assert least("make it all much darker", "contrast +", 0.0) > least(
            "make it all very much darker", "contrast +", 0.0
        )

    def test_where_the_grammar_left_words_unread_less_is_enough(self, least):
        text = "flibber the wozzle a bit more"
        unread, read = Intent(not_understood=("wozzle",)), english.read("darker")
        assert least(text, "contrast +", found=unread) < least(text, "contrast +", found=read)

    def test_what_the_grammar_calls_beyond_sliders_is_not_lightly_overlooked(self, least):
        text = "flibber the wozzle"
        assert english.read(text).out_of_scope
        assert least(text, "brightness - @ wozzle") >= 100 * weighing.OVERLOOKED

    def test_turning_somebody_round_turns_no_photo(self, least):
        assert english.read("flibber him round").out_of_scope
        assert least("flibber him round", "rotate") == 101

    def test_a_style_that_the_network_cannot_write_is_not_lost_where_it_reads_the_rest(self, least):
        text = "warmer please, and give it a teal and orange look"
        assert {"warmth", "look:teal orange"} <= {want.what for want in english.read(text).wants}
        assert least(text, "warmth +") == 101

    def test_to_turn_the_other_way_or_to_refuse_it_has_to_be_surer(self, least):
        text = "please make all of it darker"
        plain = least(text, "contrast +")
        assert least(text, "brightness +") > plain and least(text, "beyond ; brightness -") > plain

    def test_of_many_words_less_is_enough(self, least):
        text = "please make all of it darker "
        assert least(text + "if you would be so kind as to do it " * 2, "contrast +") < least(text, "contrast +")

    def test_what_the_grammar_keeps_is_not_asked_for(self, says):
        text = "please don't make it black and white"
        assert english.read(text).keep
        says("black_and_white", 1.0)
        assert not weighing.weighed(english.read(text), text).wants

    def test_a_photo_that_is_fine_stays(self, says):
        text = "it's perfect, don't change a thing"
        says("auto", 1.0)
        assert weighing.weighed(english.read(text), text) == english.read(text)
        text = "nothing to change, just save it"
        assert [w.what for w in english.read(text).wants] == ["auto"]
        says("nothing", weighing.IDLE - 0.01)
        assert weighing.weighed(english.read(text), text).wants
        says("nothing", weighing.IDLE + 0.01)
        assert not weighing.weighed(english.read(text), text).wants

    @pytest.mark.parametrize(
        ("text", "outline"),
        [
            ("fix the lighting", "brightness +"),  # a direction left open
            ("brighten the fire hydrant", "brightness + @ hydrant"),  # how far a name reaches
            ("make the sky a deeper blue", "color:blue more @ sky"),  # one reading, of which it has more
            ("keep the film look of the photo, please", "look:film +"),
            ("warmer please, and give it a teal and orange look", "warmth +"),  # a style that the network cannot write
            (  # a colour that only tells which
                "please increase the brightness of the dog as well as the green grass",
                "brightness + @ dog ; color:green more @ grass",
            ),
        ],
    )
    def test_what_the_grammar_knows_better_stays(self, says, text, outline):
        says(outline, 1.0)
        assert weighing.weighed(english.read(text), text) == english.read(text) != weighing.Intent()

    @pytest.mark.parametrize("text", ["exposure +0.7", "<box>1,1,40,40</box> darker", "half a stop darker"])
    def test_numbers_boxes_and_other_scripts_are_the_grammars(self, says, text):
        says("contrast +", 1.0)
        assert weighing.weighed(english.read(text), text) == english.read(text)

    def test_the_grammar_knows_which_way_to_turn(self, says):
        text = "rotate it to the left, and make it glorious"
        says("rotate ; look:dramatic +", 1.0)
        assert weighing.weighed(english.read(text), text).wants[0].direction == "-"

    def test_grain_that_is_complained_of_is_taken_out(self, says):
        text = "it came out too grainy for my school, and a strand of hair stands up in an odd way"
        says("grain + little ; beyond", 1.0)
        found = weighing.weighed(english.read(text), text)
        assert found.out_of_scope and [(want.what, want.direction) for want in found.wants] == [("noise", "-")]

    def test_what_is_beyond_is_named_in_the_grammars_words(self, says):
        text = "remove the barrel by the door, and let the eye land on the fox"
        says("beyond ; look:pop + @ fox", 1.0)
        found = weighing.weighed(english.read(text), text)
        assert [w.what for w in found.wants] == ["look:pop"]
        assert found.out_of_scope == english.read(text).out_of_scope != ()

    def test_no_outline_changes_nothing(self, says):
        says("", 0.0)
        assert weighing.weighed(english.read("warmer"), "warmer") == english.read("warmer")


def test_the_shipped_network_reads_plain_wishes_and_finds_them_probable():
    for text, outline in {
        "The steps just vanish into black": "shadows + @ steps",
        "Make the sky darker": "brightness - @ sky",
        "a touch warmer": "warmth + little",
    }.items():
        found = learnt.outline(text)
        assert found is not None
        assert found.clauses == parse(outline)
        assert 0.5 < found.probability <= 1


def test_texts_without_words_and_endless_ones_have_no_outline():
    assert learnt.outline("") is None
    assert learnt.outline("warmer " * 200) is None
    assert learnt.outline("a" * 700) is None
    assert learnt.likelihood("a" * 100_000, parse("warmth +")) == 0
    assert read("warmer " * 500) == by_grammar("warmer " * 500)
