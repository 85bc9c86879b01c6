import { expect, test } from 'vitest'
import { readDashboardUrlState } from './dashboard-url-state.ts'

test('the address names the tab, unless it is the first or none', () => {
  expect(readDashboardUrlState({ tab: 'expenses', x: '1' })).toEqual({ tab: 'expenses' })
  expect(readDashboardUrlState({ tab: 'overview' })).toEqual({ tab: undefined })
  expect(readDashboardUrlState({ tab: ['invoices'] })).toEqual({ tab: undefined })
})
