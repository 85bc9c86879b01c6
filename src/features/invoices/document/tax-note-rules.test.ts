import { describe, expect, test } from 'vitest'
import { countries, europeanUnion } from '../../../shared/countries.ts'
import { isPrefilledNote, taxNoteFor } from './tax-note-rules.ts'

describe('the sentence about tax', () => {
  test.each([
    ['DE', 'Steuerschuldnerschaft des Leistungsempfängers / Reverse charge'],
    ['AT', 'Übergang der Steuerschuld auf den Leistungsempfänger / Reverse charge'],
    ['FR', 'Autoliquidation / Reverse charge'],
    ['BE', 'Btw verlegd / Autoliquidation / Reverse charge'],
    ['PT', 'IVA – autoliquidação / Reverse charge'],
    ['IE', 'Reverse charge: VAT to be accounted for by the recipient (Article 196, Directive 2006/112/EC)'],
    ['GB', 'Reverse charge: customer to account for the VAT'],
    ['AU', 'Reverse charge: GST is payable by the recipient'],
    ['KE', 'Reverse charge: tax to be accounted for by the recipient'],
    ['', 'Reverse charge: tax to be accounted for by the recipient'],
  ])('with reverse charge, of a business in %s', (country, note) => {
    expect(taxNoteFor(country, 'reverse_charge')).toBe(note)
  })

  test.each([
    ['DE', 'Umsatzsteuerfrei / Exempt from VAT'],
    ['MT', 'Exempt from VAT'],
    ['US', 'Exempt from sales tax'],
    ['NZ', 'Exempt from GST'],
    ['KE', 'Exempt from tax'],
  ])('for an exempt client, of a business in %s', (country, note) => {
    expect(taxNoteFor(country, 'exempt')).toBe(note)
  })

  test('is empty where tax is charged', () => {
    expect(taxNoteFor('DE', 'standard')).toBe('')
  })

  test('has the words "Reverse charge" in the whole European Union, and fits its field everywhere', () => {
    for (const country of europeanUnion) {
      expect(taxNoteFor(country, 'reverse_charge')).toContain('Reverse charge')
      expect(taxNoteFor(country, 'exempt')).toContain('Exempt from VAT')
    }
    for (const { code } of countries) {
      expect(taxNoteFor(code, 'reverse_charge').length).toBeLessThanOrEqual(300)
      expect(taxNoteFor(code, 'exempt')).not.toBe('')
    }
  })

  test('is known as one that was filled in, unless the owner changed it', () => {
    for (const { code } of countries) {
      expect(isPrefilledNote(taxNoteFor(code, 'reverse_charge'))).toBe(true)
      expect(isPrefilledNote(taxNoteFor(code, 'exempt'))).toBe(true)
    }
    expect(isPrefilledNote('Steuerfrei nach § 4 Nr. 21 UStG')).toBe(false)
    expect(isPrefilledNote('')).toBe(false)
  })
})
