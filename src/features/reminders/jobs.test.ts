import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { startReminderJobs } from './jobs.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

test('what fell due while nobody was there goes when a process starts', async () => {
  const business = await reminding.open()
  const { id } = await business.invoice()
  reminding.setClock('2026-11-17T12:00:00Z')
  await startReminderJobs(reminding.app.deps)
  await expect.poll(() => business.steps(id)).toEqual(['-3 sent'])
})
