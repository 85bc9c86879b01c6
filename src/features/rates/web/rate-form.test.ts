import { describe, expect, test } from 'vitest'
import { rateFormValues, readRateForm } from './rate-form.ts'

const context = { home: 'USD', today: '2026-11-17', locale: 'en-US' }
const typed = { currency: 'EUR', day: '2026-11-10', rate: '1,650.5' }

describe('the form of a rate', () => {
  test('becomes what is sent', () => {
    expect(readRateForm(typed, context)).toEqual({
      ok: true,
      body: { currency: 'EUR', day: '2026-11-10', rate: '1650.5' },
    })
  })

  test.each([
    [{ currency: '' }, { currency: 'Please choose a currency.' }],
    [{ currency: 'USD' }, { currency: 'This is your home currency. Please choose another one.' }],
    [{ day: null }, { day: 'Please enter a date.' }],
    [{ day: 'soon' }, { day: 'Please enter a date.' }],
    [{ day: '2026-11-18' }, { day: 'The day can’t be in the future.' }],
    [{ rate: '' }, { rate: 'Please enter a number such as 1.0843.' }],
    [{ rate: '0' }, { rate: 'The rate must be more than 0.' }],
    [
      { currency: '', day: null, rate: 'x' },
      {
        currency: 'Please choose a currency.',
        day: 'Please enter a date.',
        rate: 'Please enter a number such as 1.0843.',
      },
    ],
  ])('with %j says what is wrong beside the field', (change, problems) => {
    expect(readRateForm({ ...typed, ...change }, context)).toEqual({ ok: false, problems })
  })

  test('begins empty with today, and with a rate as it was typed', () => {
    expect(rateFormValues(null, '2026-11-17', 'en-US')).toEqual({ currency: '', day: '2026-11-17', rate: '' })
    const rate = { currency: 'KRW', day: '2026-11-10', rate: '1650.000000000001' }
    expect(rateFormValues(rate, '2026-11-17', 'de-DE')).toEqual({ ...rate, rate: '1650,000000000001' })
  })

  test('reads what it shows, in every number format', () => {
    for (const locale of ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN']) {
      for (const rate of ['1.0843', '1.084', '1084.5', '0.000000000001', '650']) {
        const values = rateFormValues({ currency: 'EUR', day: '2026-11-10', rate }, '2026-11-17', locale)
        expect(readRateForm(values, { ...context, locale })).toMatchObject({ ok: true, body: { rate } })
      }
    }
  })
})
