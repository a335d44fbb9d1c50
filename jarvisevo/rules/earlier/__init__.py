"""Words that mean something only beside the requests before them.

A request is tried in this order (`live.turns.take_turn`); what none of them reads is an ordinary instruction:

1. `acts`       about the edit itself: "undo that", "half of it", "drop the grain", "go back to step 2" (`act_words`
                has the patterns)
2. `partly`     takes part of an earlier request back: "too warm" after "warmer", another style in the place of one
3. `followups`  leaves out what the request before it said: "even warmer", "the hair too"

`complaints` knows what is only said against an edit, and `named` finds the sliders and corrections that stand under a
name ("the grain"), for the first two.
"""
