import { expect, test } from 'vitest'
import { describeInstallation } from './installation.ts'

test('an operator who has said nothing is named honestly', () => {
  const unnamed = { origin: 'https://books.example.com', mailDomain: 'example.com' }
  expect(describeInstallation({ ...unnamed, name: undefined, address: undefined })).toEqual({
    origin: 'https://books.example.com',
    operator: 'the operator of Millrace at https://books.example.com',
    address: 'none is given here; write to support@example.com',
    support: 'support@example.com',
  })
  expect(describeInstallation({ ...unnamed, name: 'Test Operator', address: '1 Test Street' })).toMatchObject(
    { operator: 'Test Operator', address: '1 Test Street' },
  )
})
