"""How long an analysis takes, in seconds of one processor: until the first turn is judged, and altogether.

    python bench/analysis_time.py bosa --matches 3 --records build/accuracy

looks at the matches that `bench/accuracy.py` plays. Two processes share an analysis by its turns, so a match
takes half of this on two free cores. Processor time does not count what else the machine does.
"""

from __future__ import annotations

from matches import analysed, numbers, questions_of_analysis


def main() -> None:
    words = questions_of_analysis(__doc__).parse_args()
    found = [(number, analysed(words, number)) for number in numbers(words)]
    print("| match | decisions | first turn | all | half of it |\n|---|---|---|---|---|")
    for number, one in found:
        decisions = len(one.analysis.judgements)
        print(
            f"| {number} | {decisions} | {one.first:.1f} s | {one.seconds:.1f} s | {one.seconds / 2:.1f} s |"
        )


if __name__ == "__main__":
    main()
