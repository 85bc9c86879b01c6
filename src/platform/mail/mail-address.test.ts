import { expect, test } from 'vitest'
import { withDisplayName, parseMailAddress, toHeaderText } from './mail-address.ts'

const sender = 'Millrace <no-reply@example.com>'

test.each([
  'Riverside Studio',
  'Grüße & Söhne, Inc.',
  'A "quoted" \\ name',
  'eve@evil.example',
  'x" <eve@evil.example>, "y',
  'Friends: eve@evil.example;',
  'ends with \\',
])('%j is a name and nothing but a name', (name) => {
  const mailbox = withDisplayName(name, sender)
  expect(parseMailAddress('sender', mailbox)).toEqual({
    name,
    address: 'no-reply@example.com',
    domain: 'example.com',
  })
})

test('line breaks, controls and marks that turn text around become a space', () => {
  const attack = 'Studio\r\nBcc: eve@evil.example\u2028\u0000\u202Egpj.exe\u0085 '
  expect(toHeaderText(attack)).toBe('Studio Bcc: eve@evil.example gpj.exe')
  expect(parseMailAddress('sender', withDisplayName(attack, sender))).toMatchObject({
    name: 'Studio Bcc: eve@evil.example gpj.exe',
    address: 'no-reply@example.com',
  })
})

test('no encoded word can be smuggled in: what is read is what was written', () => {
  const attack = '=?utf-8?B?UGF5IGV2ZQ==?= Studio'
  expect(toHeaderText(attack)).toBe('= ?utf-8?B?UGF5IGV2ZQ== ?= Studio')
  expect(toHeaderText('=\u0000?==??')).toBe('= ?== ??')
  expect(withDisplayName(attack, sender)).not.toContain('=?')
})
