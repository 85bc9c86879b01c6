import { describe, expect, test } from 'vitest'
import type { Subscription } from '../contract.ts'
import { chargeText, choiceText, comparePlans, pointsOf, priceOf } from './plan-text.ts'

describe('what a plan costs and holds', () => {
  test('a month is said as it is, and beside it what a year costs', () => {
    expect(priceOf('free', 'month')).toEqual({ price: '$0.00', unit: 'forever', note: 'No card needed' })
    expect(priceOf('pro', 'month')).toEqual({ price: '$15.00', unit: 'a month', note: 'or $153.00 a year' })
    expect(priceOf('enterprise', 'month').price).toBe('$30.00')
  })

  test('a year is also said by the month', () => {
    expect(priceOf('free', 'year').price).toBe('$0.00')
    expect(priceOf('pro', 'year')).toEqual({
      price: '$153.00',
      unit: 'a year',
      note: '$12.75 a month, billed yearly',
    })
    expect(priceOf('enterprise', 'year')).toEqual({
      price: '$306.00',
      unit: 'a year',
      note: '$25.50 a month, billed yearly',
    })
  })

  test('a plan names what it adds to the one below, and that only', () => {
    expect(pointsOf('free').slice(0, 2)).toEqual(['10 invoices a month', '50 emails to clients per hour'])
    expect(pointsOf('pro')).toEqual([
      'Everything in Free',
      'Unlimited invoices',
      '500 emails to clients per hour',
      'Recurring invoices',
      'Invoice templates',
      'Invoice designs in your color',
      'Receipts, read from photos',
      'Reports, with files for your accountant',
      'A seat for your accountant',
      'Real banks, through Plaid',
      'Files of any bank',
      'Data from other programs',
      'Lists saved as CSV and Excel',
      'A portal for each client',
    ])
    expect(pointsOf('free')).toContain('Reminders before and after the due date')
    expect(pointsOf('enterprise')).toEqual([
      'Everything in Pro',
      '2,000 emails to clients per hour',
      'Teams with roles',
      'Several businesses with one sign-in',
      'Your own categories and fields',
    ])
  })

  test('side by side, each plan says what the rules say of it', () => {
    const rows = comparePlans().flatMap((group) => group.rows)
    const cellsOf = (label: string) => rows.find((row) => row.label === label)?.cells
    expect(cellsOf('Per month')).toEqual(['$0.00', '$15.00', '$30.00'])
    expect(cellsOf('Per year')).toEqual(['$0.00', '$153.00', '$306.00'])
    expect(cellsOf('Free trial, no card needed')).toEqual([false, '14 days', '14 days'])
    expect(cellsOf('Invoices per month')).toEqual(['10', 'Unlimited', 'Unlimited'])
    expect(cellsOf('Emails to clients per hour')).toEqual(['50', '500', '2,000'])
    expect(cellsOf('Recurring invoices')).toEqual([false, true, true])
    expect(cellsOf('Real banks, through Plaid')).toEqual(['Demo bank', true, true])
    expect(cellsOf('Files of any bank')).toEqual([false, true, true])
    expect(cellsOf('Data from other programs')).toEqual([false, true, true])
    expect(cellsOf('Reports, with files for your accountant')).toEqual([false, true, true])
    expect(cellsOf('A seat for your accountant')).toEqual([false, true, true])
    expect(cellsOf('Teams with roles')).toEqual([false, false, true])
    expect(cellsOf('Transactions matched with invoices, expenses and payouts')).toEqual([true, true, true])
    expect(cellsOf('Reminders before and after the due date')).toEqual([true, true, true])
  })

  test('what no plan has yet is told of by none', () => {
    const labels = comparePlans()
      .flatMap((group) => group.rows.map(({ label }) => label))
      .join('\n')
    expect(labels).not.toMatch(/scan|import|forecast|assistant|API/i)
  })
})

type Running = NonNullable<Subscription['subscription']>

function onPro(changes: Partial<Running> = {}) {
  const subscription: Running = {
    plan: 'pro',
    interval: 'month',
    status: 'active',
    currentPeriodEnd: '2026-11-29T02:00:00.000Z',
    cancelAtPeriodEnd: false,
    endedAt: null,
    ...changes,
  }
  return { plan: 'pro', subscription, trialAvailable: false } as const
}

describe('what the plan costs from now on', () => {
  test('its price, which a trial delays', () => {
    expect(chargeText(onPro())).toBe('$15.00 a month')
    expect(chargeText(onPro({ status: 'trialing', interval: 'year' }))).toBe('$153.00 a year after the trial')
  })

  test('nothing once it is canceled, except for a charge that is still tried again', () => {
    const cancelAtPeriodEnd = true
    expect(chargeText(onPro({ cancelAtPeriodEnd }))).toBe('You won’t be charged again.')
    expect(chargeText(onPro({ cancelAtPeriodEnd, status: 'trialing' }))).toBe('You won’t be charged again.')
    expect(chargeText(onPro({ cancelAtPeriodEnd, status: 'past_due' }))).toBe('$15.00 a month')
  })

  test('Free costs nothing, also after a subscription that ended', () => {
    const free = '10 invoices a month, at no cost.'
    expect(chargeText({ plan: 'free', subscription: null })).toBe(free)
    expect(chargeText({ ...onPro({ status: 'canceled' }), plan: 'free' })).toBe(free)
  })
})

describe('what choosing a plan means', () => {
  const isNew = { plan: 'free', subscription: null, trialAvailable: true } as const

  test('the first one begins with the trial', () => {
    expect(choiceText('pro', 'year', isNew)).toBe(
      'The first 14 days are free, no card needed. After that, it’s $153.00 a year. Without a card, the trial simply ends.',
    )
  })

  test('a later one costs from the first day, also where an old one lies unpaid', () => {
    const ended = { ...onPro({ status: 'canceled' }), plan: 'free' } as const
    expect(choiceText('pro', 'month', ended)).toBe('It’s $15.00 a month until you cancel.')
    const unpaid = { ...onPro({ status: 'unpaid' }), plan: 'free' } as const
    expect(choiceText('pro', 'month', unpaid)).toBe('It’s $15.00 a month until you cancel.')
  })

  test('while one runs, that one is changed', () => {
    expect(choiceText('enterprise', 'month', onPro())).toContain(
      'Your subscription changes to Enterprise for $30.00 a month.',
    )
  })

  test('Free is reached by canceling, and says until when the plan is kept', () => {
    expect(choiceText('free', 'month', onPro())).toBe(
      'To leave Pro, cancel it with Manage Subscription in Settings. You keep it until your paid period ends, then you’re back on Free.',
    )
    expect(choiceText('free', 'month', onPro({ status: 'trialing' }))).toContain('until the end of the trial')
  })

  test('there is nothing to do for who has canceled, or has no subscription', () => {
    expect(choiceText('free', 'month', onPro({ cancelAtPeriodEnd: true }))).toContain('already canceled')
    expect(choiceText('free', 'month', isNew)).toContain('There’s nothing to do.')
  })
})
