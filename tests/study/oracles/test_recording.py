import pytest

from cpgen.oracles import open_oracle
from cpgen.study.oracles.queries import asking
from cpgen.study.oracles.recording import Recorder, recorded
from cpgen.study.oracles.workloads import request_of

METHODS = [("sample", "anneal"), ("zama", "zama"), ("kamio", "kamio")]


@pytest.mark.parametrize("method", METHODS, ids="/".join)
def test_the_same_generation_asks_the_same(method):
    request = request_of(*method)
    once = recorded(request, open_oracle("bitset"), 1, 16)
    assert len(once) == 16
    assert once == recorded(request, open_oracle("bitset"), 1, 16)
    assert once[:10] == recorded(request, open_oracle("bitset"), 1, 10)
    assert once != recorded(request, open_oracle("bitset"), 2, 16)


def test_a_replay_puts_the_very_same_questions_in_their_order():
    asked = recorded(request_of("zama", "zama"), open_oracle("bitset"), 1, 40)
    again = Recorder(open_oracle("cpsat"))
    for query in asked:
        asking(again, query)()
    assert again.asked == asked
    assert again.seconds > 0


def test_an_oracle_that_says_the_same_is_asked_the_same():
    request = request_of("zama", "zama")
    assert recorded(request, open_oracle("cpsat"), 1, 20) == recorded(request, open_oracle("bitset"), 1, 20)
