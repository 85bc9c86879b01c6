import { expect, test } from 'vitest'
import { hintWords, nextWords } from './panel-words.ts'

const now = new Date('2026-11-10T12:00:00Z')
const words = (at: string, offsetDays: number) =>
  nextWords({ at, offsetDays }, '2026-11-20', 'America/New_York', now)

test('the next one is told by the clock of the business', () => {
  expect(words('2026-11-17T14:00:00.000Z', -3)).toEqual({
    title: 'Next reminder: Nov 17, 2026, 9:00 AM',
    text: '3 days before the due date.',
  })
  expect(words('2026-11-20T14:00:00.000Z', 0).text).toBe('On the due date.')
})

test('one that was put off says so', () => {
  expect(words('2026-11-18T14:00:00.000Z', -3).text).toBe(
    'The one planned 3 days before the due date, put off: another mail has just left, or the day was over.',
  )
})

test('one whose time has come is on its way', () => {
  expect(words('2026-11-10T11:59:00.000Z', -3)).toEqual({
    title: 'The next reminder goes out within minutes',
    text: 'The one planned 3 days before the due date.',
  })
})

test('where none is to come, it says why', () => {
  expect(hintWords('not-sent').text).toBe('The invoice has not been sent. They begin once it is.')
  expect(hintWords(null)).toEqual(hintWords('done'))
})
