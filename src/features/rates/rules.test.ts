import { expect, test } from 'vitest'
import { readTypedRate } from './rules.ts'

test.each([
  ['en-US', '1.0843', '1.0843'],
  ['en-US', ' 1.0843 ', '1.0843'],
  ['en-US', '1.084', '1.084'],
  ['en-US', '0.843', '0.843'],
  ['en-US', '0,843', '0.843'],
  ['en-US', '1,0843', '1.0843'],
  ['en-US', '1650', '1650'],
  ['en-US', '1.', '1'],
  ['en-US', '1,650.25', '1650.25'],
  ['en-US', '1.650,25', '1650.25'],
  ['en-US', '1,650,000', '1650000'],
  ['de-DE', '1,0843', '1.0843'],
  ['de-DE', '1,084', '1.084'],
  ['de-DE', '1.0843', '1.0843'],
  ['de-DE', '1.650,25', '1650.25'],
  ['de-DE', '1.650.000', '1650000'],
  ['fr-FR', '1 650,25', '1650.25'],
  ['pt-PT', '1,0843', '1.0843'],
  ['de-CH', '1’650.25', '1650.25'],
])('in %s, %j is %s', (locale, text, rate) => {
  expect(readTypedRate(text, locale)).toEqual({ rate })
})

const notANumber = 'Please enter a number such as 1.0843.'
test.each([
  ['en-US', '', notANumber],
  ['en-US', 'much', notANumber],
  ['en-US', '1.2.3', notANumber],
  ['en-US', '1,23,456', notANumber],
  ['en-US', '.5', notANumber],
  ['en-US', '1e3', notANumber],
  ['de-DE', '', 'Please enter a number such as 1,0843.'],
  ['pt-PT', 'muito', 'Please enter a number such as 1,0843.'],
  ['en-US', '0', 'The rate must be more than 0.'],
  ['en-US', '0.00', 'The rate must be more than 0.'],
  ['en-US', '-1.2', 'The rate must be more than 0.'],
  ['en-US', '1.1234567890123', 'Please use at most 12 digits before the decimal point and 12 after it.'],
  // Which of the two is meant decides about a factor of a thousand.
  ['en-US', '1,084', '“1,084” could mean 1084 or 1.084. Please write the one you mean.'],
  ['de-DE', '1.084', '“1.084” could mean 1084 or 1,084. Please write the one you mean.'],
])('in %s, %j is refused', (locale, text, problem) => {
  expect(readTypedRate(text, locale)).toEqual({ problem })
})
