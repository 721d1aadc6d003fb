//! Refusals of calls, other than by the rules.

use phrases::refusal::call;

use crate::Samples;

#[test]
fn every_refusal_of_a_call_has_its_words_in_every_language() {
    let mut samples = Samples::of("call.ftl", &[]);
    samples.add(|language| call::unknown_tournament("main.kk", language));
    samples.add(|language| call::too_many_unpaired("main", 50, language));
    samples.add(|language| call::contended("main.kk", language));
    samples.add(|language| call::late("main.kk", language));
    samples.add(call::busy);
    samples.add(call::stopping);
    samples.check_complete();
}
