import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchAdmin } from './admin.ts'
import { benchBankFiles } from './bank-files.ts'
import { drawChart } from './chart.ts'
import { benchExports } from './exports.ts'
import { benchFilters } from './filters.ts'
import { measureJobs } from './jobs.ts'
import { benchMatching } from './matching.ts'
import { operations } from './operations.ts'
import { measureProcess } from './process.ts'
import { benchReceipts } from './receipts.ts'
import { benchReminders } from './reminders.ts'
import { type Results, listMissed, toMarkdown } from './report.ts'
import { benchReports } from './reports.ts'
import { openScaled } from './scales.ts'
import { benchSettings, measureRequests } from './table.ts'
import type { Outcome } from './targets.ts'
import { withProduct } from './with-product.ts'

/**
 * npm run bench -- [names] [--times 1,10,100] [--write]: runs the whole table if no name is given. Exits with
 * 1 if a target is missed. `--write` puts the table and its chart into docs/performance.md.
 */
const extra: Record<string, () => Promise<Outcome>> = {
  admin: benchAdmin,
  filters: benchFilters,
  matching: benchMatching,

  'reminder-storm': benchReminders,
  'receipt-storm': benchReceipts,
  'bank-files': benchBankFiles,
  exports: benchExports,
  reports: benchReports,
}
const others = ['jobs', 'process']
const known = [...Object.keys(operations), ...others, ...Object.keys(extra)]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '1,10,100' }, write: { type: 'boolean', default: false } },
})
const scales = values.times.split(',').map(Number)
const unknown = positionals.filter((name) => !known.includes(name))

async function measureTable(selected: readonly string[]): Promise<Results> {
  const requests = selected.filter((name) => name in operations)
  const needsData = requests.length > 0 || selected.includes('jobs')
  // Measured first, before anything is warmed up.
  const process = selected.includes('process') ? await measureProcess() : undefined
  if (!needsData) return { requests: [], jobs: [], process }
  return withProduct(async (bench) => {
    const businesses = await openScaled(bench, scales)
    return {
      requests: await measureRequests(bench, businesses, requests),
      jobs: selected.includes('jobs') ? await measureJobs(bench, businesses) : [],
      process,
    }
  }, benchSettings)
}

function keep(results: Results): void {
  const page = 'docs/performance.md'
  const text = readFileSync(page, 'utf8')
  const section = `<!-- bench -->\n\n${toMarkdown(results)}\n\n<!-- /bench -->`
  writeFileSync(
    page,
    text.replace(/<!-- bench -->.*<!-- \/bench -->/s, () => section),
  )
  writeFileSync('docs/images/performance.svg', drawChart(results.requests))
}

if (unknown.length > 0 || scales.some((times) => !(times >= 1))) {
  console.error(`Choose from ${known.join(', ')}, and --times such as 1,10,100.`)
  process.exitCode = 1
} else {
  const selected = positionals.length > 0 ? positionals : [...Object.keys(operations), ...others]
  const missed: string[] = []
  if (selected.some((name) => !(name in extra))) {
    const results = await measureTable(selected)
    console.log(toMarkdown(results))
    missed.push(...listMissed(results))
    if (values.write) keep(results)
  }
  for (const name of selected) {
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
