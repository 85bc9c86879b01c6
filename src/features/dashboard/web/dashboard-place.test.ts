import { expect, test } from 'vitest'
import { readDashboardPlace } from './dashboard-place.ts'

test('the address names the tab, unless it is the first or none', () => {
  expect(readDashboardPlace({ tab: 'expenses', x: '1' })).toEqual({ tab: 'expenses' })
  expect(readDashboardPlace({ tab: 'overview' })).toEqual({ tab: undefined })
  expect(readDashboardPlace({ tab: ['invoices'] })).toEqual({ tab: undefined })
})
