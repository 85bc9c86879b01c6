import { expect, test } from 'vitest'
import {
  type PlanFeature,
  includesFeature,
  planFeatures,
  planNames,
  plans,
  priceMinor,
  trialDays,
} from './rules.ts'

test('a month costs what was promised, and a year saves 15 % of twelve of them', () => {
  expect(priceMinor('free', 'month')).toBe(0)
  expect(priceMinor('free', 'year')).toBe(0)
  expect(priceMinor('pro', 'month')).toBe(1500)
  expect(priceMinor('pro', 'year')).toBe(15_300)
  expect(priceMinor('enterprise', 'month')).toBe(3000)
  expect(priceMinor('enterprise', 'year')).toBe(30_600)
})

test('only Free counts invoices, and a trial lasts two weeks', () => {
  expect(planNames.map((plan) => plans[plan].invoicesPerMonth)).toEqual([10, null, null])
  expect(trialDays).toBe(14)
})

test('each plan opens what was settled for it, and all that the plans below it do', () => {
  const fromPro: PlanFeature[] = [
    'recurringInvoices',
    'invoiceTemplates',
    'bankConnections',
    'receipts',
    'reports',
    'importAndExport',
    'clientPortal',
  ]
  const fromEnterprise: PlanFeature[] = ['forecast', 'severalUsers', 'customCategories', 'apiAccess']
  const all = Object.keys(planFeatures) as PlanFeature[]
  const openedBy = (plan: (typeof planNames)[number]) =>
    all.filter((feature) => includesFeature(plan, feature))
  expect(openedBy('free')).toEqual([])
  expect(openedBy('pro')).toEqual(fromPro)
  expect(openedBy('enterprise')).toEqual([...fromPro, ...fromEnterprise])
})
