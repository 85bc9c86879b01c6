import type { Outcome } from './live.ts'

interface Count {
  all: number
  auto: number
  suggested: number
  wrong: number
}

/** Counts by how the truth came about; `none` for transactions that belong to nothing. */
export function countOutcomes(outcomes: readonly Outcome[]): Map<string, Count> {
  const counts = new Map<string, Count>()
  for (const { transaction, first } of outcomes) {
    const how = transaction.truth?.how ?? 'none'
    const count = counts.get(how) ?? { all: 0, auto: 0, suggested: 0, wrong: 0 }
    counts.set(how, count)
    count.all += 1
    if (first === 'auto right') count.auto += 1
    if (first === 'suggest right') count.suggested += 1
    if (first.endsWith('wrong')) count.wrong += 1
  }
  return counts
}

export function scoreOf(outcomes: readonly Outcome[]) {
  const having = (first: Outcome['first']) => outcomes.filter((outcome) => outcome.first === first).length
  const [right, wrong] = [having('auto right'), having('auto wrong')]
  const known = outcomes.filter(({ transaction }) => transaction.truth !== null)
  const found = known.filter(({ first }) => first.endsWith('right')).length
  return { autoPrecision: right / (right + wrong), recall: found / known.length, auto: right + wrong }
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

export function toTable(outcomes: readonly Outcome[]): string {
  const { autoPrecision, recall, auto } = scoreOf(outcomes)
  const lines = [...countOutcomes(outcomes)].map(
    ([how, { all, auto: sure, suggested, wrong }]) =>
      `| ${how} | ${all} | ${sure} | ${suggested} | ${wrong} | ${how === 'none' ? '' : percent((sure + suggested) / all)} |`,
  )
  return [
    '| how | transactions | auto, right | suggested, right | wrong first | recall |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    '',
    `Auto: ${percent(autoPrecision)} of ${auto} are right. Recall of auto and suggest: ${percent(recall)}.`,
  ].join('\n')
}
