import type { MeasuredJobs } from './jobs.ts'
import type { MeasuredProcess } from './process.ts'
import { onceEach } from './scales.ts'
import type { Measured } from './table.ts'

export interface Results {
  requests: Measured[]
  jobs: MeasuredJobs[]
  process: MeasuredProcess | undefined
}

/** The largest allowed cost, as a multiple of the cost at the smallest scale. */
const maxGrowth = 1.2
const processTargets = { readySeconds: 2, nodeMb: 150, postgresMb: 120 }

export const ratioOf = ({ product, floor }: Measured): number => product.perSecond / floor.perSecond

/** Returns the cost of a request as a multiple of the cost at the smallest scale. */
function growthOf(measured: Measured, all: readonly Measured[]): number {
  const smallest = all.find(({ name }) => name === measured.name)
  return (smallest?.product.perSecond ?? Number.NaN) / measured.product.perSecond
}

const ratioMissed = (each: Measured) => each.atLeast !== undefined && !(ratioOf(each) >= each.atLeast)
const growthMissed = (each: Measured, all: readonly Measured[]) =>
  each.atLeast !== undefined && !(growthOf(each, all) <= maxGrowth)

function mark(text: string, isMissed: boolean): string {
  return isMissed ? `**${text}**` : text
}

function requestRow(each: Measured, all: readonly Measured[]): string {
  const { what, times, product } = each
  const cells = [
    what,
    `${times}x`,
    product.perSecond.toFixed(0),
    product.p50.toFixed(0),
    product.p99.toFixed(0),
    product.cpuPerRequest.toFixed(2),
    mark(ratioOf(each).toFixed(2), ratioMissed(each)),
    mark(growthOf(each, all).toFixed(2), growthMissed(each, all)),
  ]
  return `| ${cells.join(' | ')} |`
}

function requestTable(all: readonly Measured[]): string {
  return `| request | data | per second | p50 ms | p99 ms | CPU ms | of the floor | cost to ${all[0]?.times ?? 1}x |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${all.map((each) => requestRow(each, all)).join('\n')}`
}

function jobTable(jobs: readonly MeasuredJobs[]): string {
  const rows = jobs.map(
    ({ what, times, perSecond, floorPerSecond }) =>
      `| ${what} | ${times}x | ${perSecond.toFixed(0)} | ${(perSecond / floorPerSecond).toFixed(2)} |`,
  )
  return `| job | data | per second | of the floor |
| --- | ---: | ---: | ---: |
${rows.join('\n')}`
}

function processRow(what: string, value: number, unit: string, max: number, floor?: number): string {
  const measured = mark(`${value.toFixed(unit === 's' ? 2 : 0)} ${unit}`, value > max)
  return `| ${what} | ${measured} | ${max} ${unit} | ${floor === undefined ? '' : (value / floor).toFixed(1)} |`
}

function processTable({
  readySeconds,
  floorReadySeconds,
  nodeMb,
  floorMb,
  postgresMb,
}: MeasuredProcess): string {
  return `| process | measured | at most | times a bare Node with the driver |
| --- | ---: | ---: | ---: |
${processRow('ready, on data that are there', readySeconds, 's', processTargets.readySeconds, floorReadySeconds)}
${processRow('memory of Node, idle', nodeMb, 'MB', processTargets.nodeMb, floorMb)}
${processRow('memory of Postgres, idle', postgresMb, 'MB', processTargets.postgresMb)}`
}

function formatSizes(): string {
  const [invoices, expenses, transactions] = [
    onceEach.invoices,
    onceEach.expenses,
    onceEach.transactions,
  ].map((size) => size.toLocaleString('en-US'))
  return `1x is a business with ${invoices} invoices, ${expenses} expenses and ${transactions} transactions over three years.`
}

/** Formats the results as Markdown tables. Missed targets are bold. */
export function toMarkdown({ requests, jobs, process }: Results): string {
  const parts = [formatSizes()]
  if (requests.length > 0) parts.push(requestTable(requests))
  if (jobs.length > 0) parts.push(jobTable(jobs))
  if (process) parts.push(processTable(process))
  return parts.join('\n\n')
}

export function listMissed({ requests, process }: Results): string[] {
  const missed = requests.flatMap((each) => [
    ...(ratioMissed(each)
      ? [`${each.name} at ${each.times}x: ${ratioOf(each).toFixed(2)} of the floor`]
      : []),
    ...(growthMissed(each, requests)
      ? [`${each.name} at ${each.times}x: ${growthOf(each, requests).toFixed(2)} times the cost`]
      : []),
  ])
  const names = Object.keys(processTargets) as (keyof typeof processTargets)[]
  for (const name of process ? names : []) {
    const value = process?.[name] ?? Number.NaN
    if (!(value <= processTargets[name])) missed.push(`${name}: ${value.toFixed(2)}`)
  }
  return missed
}
