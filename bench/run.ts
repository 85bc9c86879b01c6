import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchAdmin } from './admin.ts'
import { drawChart } from './chart.ts'
import { benchFilters } from './filters.ts'
import { measureJobs } from './jobs.ts'
import { operations } from './operations.ts'
import { measureProcess } from './process.ts'
import { benchReminders } from './reminders.ts'
import { type Results, listMissed, toMarkdown } from './report.ts'
import { openScaled } from './scales.ts'
import { benchSettings, measureRequests } from './table.ts'
import type { Outcome } from './targets.ts'
import { withProduct } from './with-product.ts'

/**
 * npm run bench -- [names] [--times 1,10,100] [--write]: the whole table when none is named. Exits with 1 when a target
 * is missed. `--write` puts the table and its chart into docs/performance.md.
 */
const extra: Record<string, () => Promise<Outcome>> = {
  admin: benchAdmin,
  filters: benchFilters,
  'reminder-storm': benchReminders,
}
const others = ['jobs', 'process']
const known = [...Object.keys(operations), ...others, ...Object.keys(extra)]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '1,10,100' }, write: { type: 'boolean', default: false } },
})
const scales = values.times.split(',').map(Number)
const unknown = positionals.filter((name) => !known.includes(name))

async function measureTable(wanted: readonly string[]): Promise<Results> {
  const requests = wanted.filter((name) => name in operations)
  const needsData = requests.length > 0 || wanted.includes('jobs')
  // Before the rest, while nothing has warmed up what it measures.
  const process = wanted.includes('process') ? await measureProcess() : undefined
  if (!needsData) return { requests: [], jobs: [], process }
  return withProduct(async (bench) => {
    const businesses = await openScaled(bench, scales)
    return {
      requests: await measureRequests(bench, businesses, requests),
      jobs: wanted.includes('jobs') ? await measureJobs(bench, businesses) : [],
      process,
    }
  }, benchSettings)
}

function keep(results: Results): void {
  const page = 'docs/performance.md'
  const text = readFileSync(page, 'utf8')
  const made = `<!-- bench -->\n\n${toMarkdown(results)}\n\n<!-- /bench -->`
  writeFileSync(
    page,
    text.replace(/<!-- bench -->.*<!-- \/bench -->/s, () => made),
  )
  writeFileSync('docs/images/performance.svg', drawChart(results.requests))
}

if (unknown.length > 0 || scales.some((times) => !(times >= 1))) {
  console.error(`Choose from ${known.join(', ')}, and --times such as 1,10,100.`)
  process.exitCode = 1
} else {
  const wanted = positionals.length > 0 ? positionals : [...Object.keys(operations), ...others]
  const missed: string[] = []
  if (wanted.some((name) => !(name in extra))) {
    const results = await measureTable(wanted)
    console.log(toMarkdown(results))
    missed.push(...listMissed(results))
    if (values.write) keep(results)
  }
  for (const name of wanted) {
    const outcome = await extra[name]?.()
    if (!outcome) continue
    console.log(outcome.text)
    missed.push(...outcome.missed.map((target) => `${name}: ${target}`))
  }
  if (missed.length > 0) {
    console.error(`Missed: ${missed.join('; ')}.`)
    process.exitCode = 1
  }
}
