import { expect, test } from 'vitest'
import type { BankFilePreview, BankImport } from '../contract.ts'
import {
  type FlowChange,
  changeFlow,
  currentFile,
  emptyFlow,
  isIdle,
  nextFile,
  positionText,
} from './import-flow.ts'

const file = (name: string) => new File(['x'], name)
const [one, two, three] = ['one.csv', 'two.csv', 'three.csv'].map(file) as [File, File, File]
const preview = { import: { id: 'i' } } as BankFilePreview
const started = { id: 'i' } as BankImport
const problem = { text: 'This is a PDF.', canRetry: false }
const after = (...changes: FlowChange[]) => changes.reduce(changeFlow, emptyFlow)

test('several files come one after the other, and then the beginning again', () => {
  let flow = after({ kind: 'add', files: [one, two] })
  expect([currentFile(flow), nextFile(flow), positionText(flow), flow.step.name]).toEqual([
    one,
    two,
    '1 of 2',
    'reading',
  ])
  flow = changeFlow(flow, { kind: 'show', preview })
  flow = changeFlow(flow, { kind: 'start', started })
  expect(isIdle(flow)).toBe(false)
  flow = changeFlow(flow, { kind: 'next' })
  expect([currentFile(flow), nextFile(flow), positionText(flow), flow.step.name]).toEqual([
    two,
    undefined,
    '2 of 2',
    'reading',
  ])
  expect(changeFlow(flow, { kind: 'next' })).toBe(emptyFlow)
})

test('files that come while one is under way wait for it', () => {
  const flow = after(
    { kind: 'add', files: [one] },
    { kind: 'show', preview },
    { kind: 'add', files: [two, three] },
  )
  expect([flow.step.name, currentFile(flow), positionText(flow)]).toEqual(['preview', one, '1 of 3'])
})

test('after the last file, or a refused one, new files begin a new row', () => {
  for (const end of [{ kind: 'refuse', problem } as const, { kind: 'start', started } as const]) {
    const flow = after({ kind: 'add', files: [one] }, end, { kind: 'add', files: [two] })
    expect([flow.step.name, currentFile(flow), positionText(flow)]).toEqual(['reading', two, undefined])
  }
})

test('a refused file is read again, or left for the next', () => {
  const flow = after({ kind: 'add', files: [one, two] }, { kind: 'refuse', problem })
  expect(flow.step).toEqual({ name: 'refused', problem })
  expect([flow, changeFlow(flow, { kind: 'retry' })].map(currentFile)).toEqual([one, one])
  expect(currentFile(changeFlow(flow, { kind: 'next' }))).toBe(two)
})
