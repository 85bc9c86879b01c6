import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefresher } from './create-refresher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A cache whose answers come when the test says so. */
function start(isEditing = false) {
  const asked: string[] = []
  let answer = () => {}
  const invalidateQueries = async (filters: { queryKey?: readonly unknown[]; refetchType?: string } = {}) => {
    asked.push(
      [...(filters.queryKey ?? []), filters.refetchType === 'none' ? '(marked)' : ''].join(' ').trim(),
    )
    await new Promise<void>((resolve) => {
      const before = answer
      answer = () => {
        before()
        resolve()
      }
    })
  }
  const refresher = createRefresher({ invalidateQueries }, () => isEditing)
  return { refresher, asked, answer: () => answer() }
}

test('a burst is one round', async () => {
  const { refresher, asked } = start()
  refresher.refresh(['banks'])
  refresher.refresh(['banks'])
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['banking', 'dashboard', 'figures', 'reports'])
})

test('what comes during a round waits for its end, and is then one round', async () => {
  const { refresher, asked, answer } = start()
  refresher.refresh(['banks'])
  await vi.advanceTimersByTimeAsync(1000)
  const first = asked.length
  for (let times = 0; times < 20; times++) {
    refresher.refresh(['mails'])
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(asked).toHaveLength(first)
  answer()
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.slice(first)).toEqual([
    'invoices list',
    'invoices timeline',
    'clients timeline',
    'estimates list',
    'dashboard',
  ])
})

test('what somebody is changing is not fetched under their hands, only marked', async () => {
  const editing = start(true)
  editing.refresher.refresh(['invoices'])
  const looking = start(false)
  looking.refresher.refresh(['invoices'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(editing.asked).toContain('invoices one (marked)')
  expect(editing.asked).toContain('invoices payments')
  expect(looking.asked).toContain('invoices one')
})

test('nothing is asked once it is stopped', async () => {
  const { refresher, asked } = start()
  refresher.refresh(['banks'])
  refresher.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([])
})
