import { describe, expect, test } from 'vitest'
import { countries, countryName, europeanUnion, isCountry } from './countries.ts'
import { checkTaxId, taxIdExample, taxIdLabel } from './tax-ids.ts'

const valid: [country: string, typed: string, written: string][] = [
  ['AT', 'atu 13585627', 'ATU13585627'],
  ['BE', 'BE 0428.759.497', 'BE0428759497'],
  ['BE', '428759497', 'BE0428759497'],
  ['BG', '175074752', 'BG175074752'],
  ['CY', 'CY-10259033P', 'CY10259033P'],
  ['CZ', 'CZ 25123891', 'CZ25123891'],
  ['DE', '136 695 976', 'DE136695976'],
  ['DE', 'de136695976', 'DE136695976'],
  ['DE', '12/345/67890', '12/345/67890'],
  ['DK', 'DK 13 58 56 28', 'DK13585628'],
  ['EE', 'EE 100 931 558', 'EE100931558'],
  ['ES', 'ES B-58378431', 'ESB58378431'],
  ['ES', '54362315-K', 'ES54362315K'],
  ['FI', 'FI 20774740', 'FI20774740'],
  ['FR', 'FR 40 303 265 045', 'FR40303265045'],
  ['FR', 'FR K7 399 859 412', 'FRK7399859412'],
  ['FR', '303 265 045 00015', '303 265 045 00015'],
  ['GR', 'EL 094259216', 'EL094259216'],
  ['GR', 'GR094259216', 'EL094259216'],
  ['HR', 'HR 33392005961', 'HR33392005961'],
  ['HU', 'HU-12892312', 'HU12892312'],
  ['HU', '12892312-1-42', '12892312-1-42'],
  ['IE', 'IE 6433435F', 'IE6433435F'],
  ['IE', 'IE 6433435OA', 'IE6433435OA'],
  ['IE', 'IE8D79739I', 'IE8D79739I'],
  ['IT', 'IT 00743110157', 'IT00743110157'],
  ['LT', 'LT 119511515', 'LT119511515'],
  ['LT', '100001919017', 'LT100001919017'],
  ['LU', 'LU 150 274 42', 'LU15027442'],
  ['LV', 'LV 4000 3521 600', 'LV40003521600'],
  ['MT', 'MT 1167-9112', 'MT11679112'],
  ['NL', 'NL 0044.95.445.B01', 'NL004495445B01'],
  ['NL', '123456789B13', 'NL123456789B13'],
  ['PL', 'PL 856-734-62-15', 'PL8567346215'],
  ['PT', 'PT 501 964 843', 'PT501964843'],
  ['RO', '18547290', 'RO18547290'],
  ['SE', 'SE 123456-7897 01', 'SE123456789701'],
  ['SI', 'SI 5022 3054', 'SI50223054'],
  ['SK', 'SK 202 274 96 19', 'SK2022749619'],
  ['GB', 'GB 980 7806 84', 'GB980780684'],
  ['GB', 'XI 980 7806 84', 'XI980780684'],
  ['GB', 'GD001', 'GBGD001'],
  ['CH', 'che107787577 iva', 'CHE-107.787.577 IVA'],
  ['CH', '100.155.212', 'CHE-100.155.212'],
  ['NO', 'NO995525828MVA', 'NO 995 525 828 MVA'],
  ['NO', '995 525 828', 'NO 995 525 828'],
  ['IS', '00621', '00621'],
  ['US', '12 3456789', '12-3456789'],
  ['CA', '12302-6635 RT0001', '123026635 RT0001'],
  ['AU', '83914571673', '83 914 571 673'],
  ['NZ', '49098576', '49-098-576'],
  ['NZ', '136-410-132', '136-410-132'],
  ['IN', '27aapfu0939f1zv', '27AAPFU0939F1ZV'],
  ['JP', '5835678256246', 'T5835678256246'],
  ['SG', '197401143c', '197401143C'],
  ['SG', 'T01FC6132D', 'T01FC6132D'],
  ['SG', 'M9-0123456-7', 'M901234567'],
  ['ZA', '4012345678', '4012345678'],
  ['BR', '16727230000197', '16.727.230/0001-97'],
  ['BR', '12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
  ['MX', 'ABC 010203 AB9', 'ABC010203AB9'],
  ['TR', '454 053 6920', '4540536920'],
  ['KR', '116-82-00276', '116-82-00276'],
]

describe('a tax number', () => {
  test.each(valid)('of %s can be typed as %s and is written as %s', (country, typed, written) => {
    expect(checkTaxId(country, typed)).toEqual({ taxId: written })
    expect(checkTaxId(country, written)).toEqual({ taxId: written })
  })

  test.each([
    ['AT', 'ATU13585626'],
    ['BE', 'BE0431150351'],
    ['DE', 'DE136695978'],
    ['DK', 'DK13585627'],
    ['FR', 'FR41303265045'],
    ['GB', '802311781'],
    ['IT', 'IT00743110158'],
    ['NL', 'NL123456789B90'],
    ['PL', 'PL8567346216'],
    ['RO', 'RO18547291'],
    ['SK', 'SK2022749618'],
    ['CH', 'CHE-100.155.213'],
    ['NO', '995 525 829'],
    ['AU', '99 999 999 999'],
    ['CA', '123456789 RT0001'],
    ['IN', '27AAPFU0939F1ZO'],
    ['BR', '16.727.230/0001-98'],
    ['KR', '116-82-00277'],
  ])('of %s with a wrong digit is refused: %s', (country, typed) => {
    const message = `Please check the ${taxIdLabel(country)}: one of its characters must be mistyped.`
    expect(checkTaxId(country, typed)).toEqual({ message })
  })

  test.each([
    ['DE', 'DE12345', 'Please check the VAT number: it should look like DE123456788.'],
    ['US', '1234', 'Please check the EIN: it should look like 12-3456789.'],
    ['CA', '123456782', 'Please check the GST/HST number: it should look like 123456782 RT0001.'],
    ['JP', 'T123', 'Please check the Registration number: it should look like T1234567890123.'],
    ['ZA', '1234567890', 'Please check the VAT number: it should look like 4123456789.'],
    ['IN', 'ABC', 'Please check the GSTIN: it should look like 29ABCDE1234F1ZW.'],
  ])('of %s in another form is refused with an example: %s', (country, typed, message) => {
    expect(checkTaxId(country, typed)).toEqual({ message })
  })

  test('of another country of the European Union is accepted with its prefix: a business can be registered abroad', () => {
    expect(checkTaxId('US', 'DE 136695976')).toEqual({ taxId: 'DE136695976' })
    expect(checkTaxId('AT', 'XI 980 7806 84')).toEqual({ taxId: 'XI980780684' })
    expect(checkTaxId('CH', 'EU 372 012 345')).toEqual({ taxId: 'EU372012345' })
    expect(checkTaxId('US', 'DE136695978')).toHaveProperty('message')
  })

  test('is any text of up to 40 characters where its form is not known, and can be left out everywhere', () => {
    expect(checkTaxId('KE', ' P05-1234 ')).toEqual({ taxId: 'P05-1234' })
    expect(checkTaxId('', 'My number 7')).toEqual({ taxId: 'My number 7' })
    expect(checkTaxId('KE', 'x'.repeat(41))).toEqual({ message: 'Please use at most 40 characters.' })
    expect(checkTaxId('DE', '  ')).toEqual({ taxId: '' })
  })
})

describe('its name', () => {
  test.each([
    ['DE', '', 'VAT number'],
    ['DE', 'DE136695976', 'VAT number'],
    ['DE', '12/345/67890', 'Tax number'],
    ['FR', '303 265 045 00015', 'SIRET'],
    ['CH', '', 'UID'],
    ['US', '', 'EIN'],
    ['US', 'DE136695976', 'VAT number'],
    ['CA', '', 'GST/HST number'],
    ['AU', '', 'ABN'],
    ['IN', '', 'GSTIN'],
    ['', '', 'Tax number'],
    ['KE', 'P05', 'Tax number'],
  ])('in %s, of "%s", is %s', (country, taxId, label) => {
    expect(taxIdLabel(country, taxId)).toBe(label)
  })
})

test('every example is a number that would be accepted, written as it should be', () => {
  const examples = countries.map(({ code }) => [code, taxIdExample(code)] as const).filter(([, text]) => text)
  expect(examples.length).toBeGreaterThan(40)
  for (const [country, example] of examples) expect(checkTaxId(country, example)).toEqual({ taxId: example })
})

describe('countries', () => {
  test('have English names and stand in their order', () => {
    expect(countryName('DE')).toBe('Germany')
    expect(countryName('')).toBe('')
    expect(countries.length).toBe(249)
    expect(countries.at(0)?.name).toBe('Afghanistan')
    expect(countries.every(({ code, name }) => name !== '' && name !== code)).toBe(true)
  })

  test('of the European Union are 27, each with a form of tax number', () => {
    expect(europeanUnion.size).toBe(27)
    for (const country of europeanUnion) {
      expect(isCountry(country)).toBe(true)
      expect(taxIdLabel(country)).toBe('VAT number')
      expect(taxIdExample(country)).not.toBe('')
    }
  })
})
