import { afterEach, describe, expect, test } from 'vitest'
import { setReaderLocale } from '../../../shared/decimals.ts'
import { taxLabel } from './tax-label.ts'
import { readTaxRateForm, taxRateFormValues } from './tax-rate-form.ts'

afterEach(() => setReaderLocale('en-US'))

const typed = { name: ' VAT ', percentage: '7.7', description: ' Standard ', isDefault: true }

describe('the form of a tax rate', () => {
  test('becomes what is sent, in thousandths', () => {
    expect(readTaxRateForm(typed)).toEqual({
      ok: true,
      body: { name: 'VAT', rate: 7700, description: 'Standard', isDefault: true },
    })
  })

  test('says what is wrong beside the field', () => {
    expect(readTaxRateForm({ ...typed, name: ' ', percentage: 'much' })).toEqual({
      ok: false,
      problems: {
        name: 'Please enter a name, such as VAT.',
        percentage: 'Please enter a percentage between 0 and 100.',
      },
    })
    expect(readTaxRateForm({ ...typed, percentage: '100.001' }).ok).toBe(false)
    expect(readTaxRateForm({ ...typed, description: 'x'.repeat(201) })).toMatchObject({
      problems: { description: 'Please use at most 200 characters.' },
    })
  })

  test('shows a rate as it was typed', () => {
    const rate = { id: 'a', name: 'VAT', rate: 7700, description: '', isDefault: false }
    expect(taxRateFormValues(rate).percentage).toBe('7.7')
  })

  test('takes a decimal comma, and writes one for a reader who has it', () => {
    expect(readTaxRateForm({ ...typed, percentage: '7,7' })).toMatchObject({ body: { rate: 7700 } })
    setReaderLocale('de-DE')
    const rate = { id: 'a', name: 'VAT', rate: 7125, description: '', isDefault: false }
    expect(taxLabel(rate)).toBe('VAT (7,125%)')
    expect(taxRateFormValues(rate).percentage).toBe('7,125')
    expect(readTaxRateForm({ ...typed, percentage: '7,125' })).toMatchObject({ body: { rate: 7125 } })
    expect(readTaxRateForm({ ...typed, percentage: '7.125' })).toEqual({
      ok: false,
      problems: { percentage: '“7.125” could mean 7125 or 7,125. Please write the one you mean.' },
    })
  })
})
