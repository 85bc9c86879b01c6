import { type FaultName, clockFaults, otherFaults } from '../faults/kinds.ts'
import { type FaultRow, runFaults } from '../faults/run.ts'
import { randomFrom } from '../random.ts'

/**
 * The long run: npm run chaos -- faults [rounds] [seed]. FAKETIME_LIBRARY is the path of libfaketime, if
 * available.
 */
const [rounds = '20', seed = String(Date.now() % 100_000)] = process.argv.slice(2)
const clockLibrary = process.env['FAKETIME_LIBRARY']
console.log(`${rounds} rounds, seed ${seed}`)

/** Each fault equally often, with the clock faults after the others. */
const kinds = [...otherFaults, ...clockFaults]
const all = Array.from({ length: Number(rounds) }, (_, n) => kinds[n % kinds.length]!)
const clocks = all.filter((fault) => clockFaults.includes(fault))
const random = randomFrom(Number(seed))
const others = all
  .filter((fault) => otherFaults.includes(fault))
  .map((fault) => ({ fault, order: random() }))
  .toSorted((a, b) => a.order - b.order)
  .map(({ fault }) => fault)

const rows: FaultRow[] = []
const problems: string[] = []
const skipped: FaultName[] = clockLibrary ? [] : clocks

async function play(order: FaultName[], library?: string): Promise<void> {
  if (order.length === 0) return
  const result = await runFaults({
    order,
    seed: Number(seed),
    writesBefore: 40,
    timeoutMs: 120_000,
    hasten: false,
    stillMs: 60_000,
    fullMs: 20_000,
    clockLibrary: library,
    report: console.log,
  })
  rows.push(...result.rows)
  problems.push(...result.problems)
  skipped.push(...result.skipped)
  const { refused, reads } = result.withoutRoom
  if (order.includes('disk full'))
    console.log(`without room: ${refused} writes refused for it, ${reads} reads answered`)
}

await play(others)
if (clockLibrary) await play(clocks, clockLibrary)

console.log(
  '\n| fault | times | writes acknowledged | found once | lost | doubled | refused with 503 | seconds until answers came again |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [fault, some] of Map.groupBy(rows, (row) => row.fault)) {
  const sum = (name: 'acknowledged' | 'foundOnce' | 'lost' | 'doubled' | 'refused') =>
    some.reduce((total, row) => total + row[name], 0)
  const seconds = some.map((row) => row.seconds.toFixed(1)).join(', ')
  const figures = [sum('acknowledged'), sum('foundOnce'), sum('lost'), sum('doubled'), sum('refused')]
  console.log(`| ${[fault, some.length, ...figures, seconds].join(' | ')} |`)
}
for (const fault of new Set(skipped)) console.log(`not tried: ${fault} (it cannot be had on this machine)`)
for (const problem of problems) console.error(problem)
console.log(`${rows.length} faults, ${skipped.length} not tried, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
