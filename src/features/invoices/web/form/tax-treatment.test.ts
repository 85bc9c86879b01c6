import { describe, expect, test } from 'vitest'
import { taxNoteFor } from '../../document/tax-note-rules.ts'
import { noteFor } from './tax-treatment.ts'

const values = (country: string, taxNote: string) => ({
  company: { name: '', email: '', phone: '', address: '', contactName: '', country, taxId: '' },
  taxNote,
})
const german = taxNoteFor('DE', 'reverse_charge')

describe('the sentence about tax in the form', () => {
  test('is filled in with the treatment, and emptied with the standard one', () => {
    expect(noteFor(values('DE', ''), 'reverse_charge')).toBe(german)
    expect(noteFor(values('DE', german), 'exempt')).toBe(taxNoteFor('DE', 'exempt'))
    expect(noteFor(values('DE', german), 'standard')).toBe('')
  })

  test('follows the country of the sender', () => {
    expect(noteFor(values('FR', german), 'reverse_charge')).toBe(taxNoteFor('FR', 'reverse_charge'))
  })

  test('stays as the owner wrote it', () => {
    const own = 'Steuerfrei nach § 4 Nr. 21 UStG'
    expect(noteFor(values('DE', own), 'exempt')).toBe(own)
    expect(noteFor(values('DE', own), 'standard')).toBe(own)
  })
})
