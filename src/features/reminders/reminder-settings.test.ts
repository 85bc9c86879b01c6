import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { answerOf, problemOf } from '../../../test/support/test-app.ts'
import { type ReminderSettings, getReminderSettings, saveReminderSettings } from './contract.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

const step = (offsetDays: number, subject: string | null = null, body: string | null = null) => ({
  offsetDays,
  subject,
  body,
})

const save = (owner: { cookie: string }, body: ReminderSettings & { version?: string | null }) =>
  reminding.app.send(saveReminderSettings, { body }, owner)

test('before anything is chosen, the usual holds', async () => {
  const owner = await reminding.open()
  const read = await reminding.app.send(getReminderSettings, {}, owner)
  expect(await answerOf(getReminderSettings, read)).toEqual({
    hasOwnSeries: false,
    sendHour: 9,
    steps: [],
    version: null,
  })
})

test('what was chosen is kept, by day, for this business alone', async () => {
  const [owner, other] = [await reminding.open(), await reminding.open()]
  await save(owner, { hasOwnSeries: true, sendHour: 7, steps: [step(30), step(3)] })
  const steps = [step(14, 'About {invoice}', ''), step(-7, '', 'Hello {client}')]
  const saved = await answerOf(
    saveReminderSettings,
    await save(owner, { hasOwnSeries: true, sendHour: 8, steps }),
  )
  expect(saved).toEqual({
    hasOwnSeries: true,
    sendHour: 8,
    steps: [step(-7, null, 'Hello {client}'), step(14, 'About {invoice}')],
    version: expect.any(String),
  })
  const read = await reminding.app.send(getReminderSettings, {}, owner)
  expect(await answerOf(getReminderSettings, read)).toEqual(saved)
  const others = await reminding.app.send(getReminderSettings, {}, other)
  expect((await answerOf(getReminderSettings, others)).steps).toEqual([])
})

test('what was changed elsewhere meanwhile is not saved over', async () => {
  const owner = await reminding.open()
  const mine = { hasOwnSeries: true, sendHour: 8, steps: [step(7)], version: null }
  const first = await answerOf(saveReminderSettings, await save(owner, mine))
  const late = await save(owner, { ...mine, sendHour: 9 })
  expect(await problemOf(late)).toMatchObject({ code: 'CHANGED_ELSEWHERE' })
  const again = await answerOf(saveReminderSettings, await save(owner, { ...first, sendHour: 9 }))
  expect(again.sendHour).toBe(9)
})

test('a series that is switched off keeps its steps and words', async () => {
  const owner = await reminding.open()
  const { id } = await owner.invoice()
  await save(owner, { hasOwnSeries: true, sendHour: 9, steps: [step(0), step(-3, 'Own words')] })
  const off = await save(owner, { hasOwnSeries: false, sendHour: 9, steps: [step(0), step(-3, 'Own words')] })
  expect((await answerOf(saveReminderSettings, off)).steps).toHaveLength(2)
  expect(await owner.next(id)).toBe('-3 at 2026-11-17T09:00')
  await reminding.fireAt('2026-11-17T09:00:00Z')
  expect((await owner.mails(id))[0]?.subject).toMatch(/^Invoice \w+ is due on/)
})

test.each([
  ['steps.1.subject', [step(0), step(1, 'About {invoce}')], '{invoce} is not a placeholder.'],
  ['steps.0.body', [step(0, null, 'Dear {customer}')], '{customer} is not a placeholder.'],
  ['steps.1.offsetDays', [step(3), step(3)], 'There’s already a reminder on this day.'],
  ['steps.0.offsetDays', [step(400)], 'Please enter a day'],
  ['steps.0.subject', [step(0, 'Two\nlines')], 'line breaks'],
  ['steps', Array.from({ length: 13 }, (_, day) => step(day)), 'at most 12'],
])('what cannot be used is refused beside its field: %s', async (field, steps, words) => {
  const owner = await reminding.open()
  const problem = await problemOf(await save(owner, { hasOwnSeries: true, sendHour: 9, steps }))
  expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
  expect(problem.fields?.[field]).toContain(words)
})

test.each([24, -1, 9.5])('%s is no hour, which is said in words', async (sendHour) => {
  const owner = await reminding.open()
  const problem = await problemOf(await save(owner, { hasOwnSeries: false, sendHour, steps: [] }))
  expect(problem.fields).toEqual({ sendHour: 'Please choose an hour of the day.' })
})

test('two that save at once do not mix their steps', async () => {
  const owner = await reminding.open()
  const series = [
    [1, 2],
    [3, 4],
    [5, 6],
  ]
  const answers = await Promise.all(
    series.map((days) =>
      save(owner, { hasOwnSeries: true, sendHour: 9, steps: days.map((day) => step(day)) }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const rows = await owner.sql<{ day: number }>('select offset_days as day from reminder_steps order by 1')
  expect(series).toContainEqual(rows.map(({ day }) => day))
})
