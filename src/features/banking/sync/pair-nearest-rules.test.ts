import { expect, test } from 'vitest'
import { pairNearest } from './pair-nearest-rules.ts'

const on = (date: string, key = 'a') => ({ date, key })
const pairs = (wanted: ReturnType<typeof on>[], others: ReturnType<typeof on>[]) =>
  pairNearest(wanted, others, 3).map(([one, other]) => `${one.date} ${other.date}`)

test('the nearest day comes first, also if another one was asked for earlier', () => {
  expect(pairs([on('2026-05-01'), on('2026-05-03')], [on('2026-05-03')])).toEqual(['2026-05-03 2026-05-03'])
  expect(pairs([on('2026-05-01'), on('2026-05-04')], [on('2026-05-03'), on('2026-05-02')])).toEqual([
    '2026-05-01 2026-05-02',
    '2026-05-04 2026-05-03',
  ])
})

test('each is used once, in both directions of time, and only within the days and with the same key', () => {
  expect(pairs([on('2026-05-04'), on('2026-05-04')], [on('2026-05-01'), on('2026-05-07')])).toHaveLength(2)
  expect(pairs([on('2026-05-04'), on('2026-05-04')], [on('2026-05-04')])).toHaveLength(1)
  expect(pairs([on('2026-05-05')], [on('2026-05-01'), on('2026-05-05', 'b')])).toEqual([])
})
