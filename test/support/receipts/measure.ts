import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readReceiptFile } from '../../../src/features/receipts/reading/read-receipt-file.ts'
import { corpus, type Sample } from './corpus.ts'
import { type Answer, fields, fieldsBelowBar, judge, scoreOf } from './score.ts'

// npm run receipts:measure -- [--only us] [--write folder]
const { only = '', write } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'string' } },
}).values
const samples = corpus().filter(({ name }) => name.includes(only))
if (samples.length === 0) {
  console.error(`No receipt has “${only}” in its name.`)
  process.exit(1)
}
if (write) await writeAll(write)
else await measure()

async function writeAll(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { name, render } of samples) writeFileSync(join(folder, `${name}.jpg`), await render())
  const truths = Object.fromEntries(
    samples.map(({ name, hardness, truth }) => [`${name}.jpg`, { hardness, ...truth }]),
  )
  writeFileSync(join(folder, 'truth.json'), `${JSON.stringify(truths, null, 2)}\n`)
  console.log(`${samples.length} receipts are in ${folder}.`)
}

type Read = Answer & Pick<Sample, 'name' | 'hardness'>

async function measure(): Promise<void> {
  const answers: Read[] = []
  const start = process.cpuUsage()
  for (const { name, hardness, truth, render } of samples) {
    const reading = await readReceiptFile(await render())
    const own = fields.map((field): Read => {
      const value = reading[field]?.value ?? null
      const confidence = reading[field]?.confidence ?? null
      return {
        name,
        hardness,
        field,
        truth: truth[field],
        value,
        confidence,
        outcome: judge(field, truth[field], value),
      }
    })
    answers.push(...own)
    const missed = own.filter(({ outcome }) => outcome === 'wrong' || outcome === 'abstained')
    console.log(`${name} (${hardness})${missed.length === 0 ? ': as it should be' : ''}`)
    for (const each of missed) {
      const sure = each.confidence === null ? '' : ` (${each.confidence.toFixed(2)})`
      console.log(
        `  ${each.field} ${each.outcome}: ${each.truth ?? 'not readable'} → ${each.value ?? 'empty'}${sure}`,
      )
    }
  }
  const { user, system } = process.cpuUsage(start)
  console.log(
    `\n${samples.length} receipts, ${((user + system) / 1e6 / samples.length).toFixed(1)} s of CPU each\n`,
  )
  for (const hardness of ['all', 'clean', 'good', 'poor', 'damaged']) {
    printScores(
      hardness,
      hardness === 'all' ? answers : answers.filter((answer) => answer.hardness === hardness),
    )
  }
  printCalibration(answers)
  const below = fieldsBelowBar(answers)
  console.log(below.length === 0 ? '\nAll bars are met.' : `\nBelow the bar: ${below.join(', ')}.`)
  if (below.length > 0) process.exitCode = 1
}

function percent(share: number): string {
  return (Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`).padStart(9)
}

function printScores(title: string, answers: readonly Answer[]): void {
  if (answers.length === 0) return
  console.log(
    `${`${title} (${answers.length / fields.length})`.padEnd(14)}    right  filled in  silently wrong`,
  )
  for (const field of fields) {
    const score = scoreOf(answers.filter((answer) => answer.field === field))
    console.log(
      `  ${field.padEnd(10)}${percent(score.right)}  ${percent(score.filledIn)}  ${percent(score.wrong)}`,
    )
  }
}

/** How often a value of a certain confidence is right. */
function printCalibration(answers: readonly Answer[]): void {
  const steps = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01]
  console.log(`\nconfidence   ${fields.map((field) => field.padStart(14)).join('')}`)
  for (const [n, from] of steps.slice(0, -1).entries()) {
    const to = steps[n + 1] ?? 1
    const cells = fields.map((field) => {
      const inBand = answers.filter(
        ({ field: own, confidence }) =>
          own === field && confidence !== null && confidence >= from && confidence < to,
      )
      const right = inBand.filter(({ outcome }) => outcome === 'right').length
      return (inBand.length === 0 ? '' : `${right}/${inBand.length}`).padStart(14)
    })
    console.log(`${from.toFixed(2)} – ${Math.min(to, 1).toFixed(2)}  ${cells.join('')}`)
  }
}
