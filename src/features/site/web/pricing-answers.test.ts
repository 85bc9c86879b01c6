import { expect, test } from 'vitest'
import { pricingAnswers } from './pricing-answers.ts'

test('there are four answers, with the figures of the plans', () => {
  const answers = Object.fromEntries(pricingAnswers.map(({ id, answer }) => [id, answer]))
  expect(Object.keys(answers)).toEqual(['trial', 'yearly', 'limit', 'cancel'])
  expect(answers['trial']).toContain('free for 14 days, with no card needed')
  expect(answers['yearly']).toContain(
    '15%. Pro is $153.00 a year instead of $180.00, and Enterprise is $306.00 a year instead of $360.00.',
  )
  expect(pricingAnswers[2]?.question).toBe('What happens after 10 invoices on Free?')
})
