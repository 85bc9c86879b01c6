import { expect, test, vi } from 'vitest'
import { askBeforeLeaving, mayLeave } from './leave-questions.ts'

test('nobody is held back where there is nothing to ask', async () => {
  expect(await mayLeave('switching')).toBe(true)
})

test('one No keeps the person here, and nothing more is asked', async () => {
  const later = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
  const forget = [askBeforeLeaving(() => Promise.resolve(false)), askBeforeLeaving(later)]
  expect(await mayLeave('switching')).toBe(false)
  expect(later).not.toHaveBeenCalled()
  for (const stop of forget) stop()
})

test('a question that was answered with Yes, or is asked no more, lets the person go', async () => {
  const question = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
  const forget = askBeforeLeaving(question)
  expect(await mayLeave('switching')).toBe(true)
  forget()
  expect(await mayLeave('switching')).toBe(true)
  expect(question).toHaveBeenCalledOnce()
})
