import { expect, test } from 'vitest'
import { countries } from '../../../shared/countries.ts'
import { matchingOptions } from './use-combobox-options.ts'

const options = countries.map(({ code, name }) => ({ value: code, label: name }))
const found = (query: string) => matchingOptions(options, query).map(({ label }) => label)

test('an option is found by its code, then by the beginning of its name, then anywhere', () => {
  expect(found('de').slice(0, 3)).toEqual(['Germany', 'Denmark', 'Bangladesh'])
  expect(found(' AUSTRIA ')).toEqual(['Austria'])
  expect(found('zealand')).toEqual(['New Zealand'])
  expect(found('atlantis')).toEqual([])
})

test('accents and the form of an apostrophe make no difference', () => {
  expect(found("cote d'i")).toEqual(['Côte d’Ivoire'])
  expect(found('Réunion')).toEqual(['Réunion'])
})

test('an empty query keeps the order', () => {
  expect(matchingOptions(options, ' ')).toEqual(options)
})

test('an option is also found by its description', () => {
  const client = { value: '1', label: 'Mill & Works', description: 'office@works.example' }
  expect(matchingOptions([client], 'office@')).toEqual([client])
})
