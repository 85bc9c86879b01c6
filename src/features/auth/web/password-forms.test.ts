import { describe, expect, it } from 'vitest'
import {
  changePasswordFormSchema,
  differs,
  newPasswordFormSchema,
  passwordProblem,
  signUpFormSchema,
  tooShort,
} from './password-forms.ts'

function errorsOf(
  schema: typeof newPasswordFormSchema,
  values: unknown,
): Record<string, { message: string }> {
  const result = schema.safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues.toReversed().map((issue) => [String(issue.path[0]), { message: issue.message }]),
  )
}

describe('two new passwords', () => {
  it('pass when they are the same and long enough', () => {
    expect(errorsOf(newPasswordFormSchema, { password: 'eight888', confirm: 'eight888' })).toEqual({})
  })

  it('that differ are named as differing even when they are short as well', () => {
    expect(passwordProblem(errorsOf(newPasswordFormSchema, { password: 'abc', confirm: 'abd' }))).toBe(
      'differ',
    )
    expect(passwordProblem(errorsOf(newPasswordFormSchema, { password: 'eight888', confirm: '' }))).toBe(
      'differ',
    )
  })

  it('that are the same but short are named as short', () => {
    const errors = errorsOf(newPasswordFormSchema, { password: 'seven77', confirm: 'seven77' })
    expect(errors).toEqual({ password: { message: tooShort } })
    expect(passwordProblem(errors)).toBe('short')
  })

  it('that are empty get a plain request and no toast', () => {
    const errors = errorsOf(newPasswordFormSchema, { password: '', confirm: '' })
    expect(errors).toEqual({
      password: { message: 'Please enter a password.' },
      confirm: { message: 'Please enter the password again.' },
    })
    expect(passwordProblem(errors)).toBeUndefined()
  })
})

it('a change asks for the current password and still compares the new ones', () => {
  const result = changePasswordFormSchema.safeParse({
    current: '',
    password: 'eight888',
    confirm: 'eight889',
  })
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([
    'Please enter your current password.',
    differs,
  ])
})

it('a sign-up tells an empty password from a short one', () => {
  const values = { name: 'Test Owner', email: 'owner@example.com', businessName: 'Test Business' }
  const messageFor = (password: string) =>
    signUpFormSchema.safeParse({ ...values, password }).error?.issues.map((issue) => issue.message)
  expect(messageFor('')).toEqual(['Please enter a password.'])
  expect(messageFor('short')).toEqual([tooShort])
  expect(messageFor('long enough')).toBeUndefined()
})
