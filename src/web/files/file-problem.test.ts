import { expect, test } from 'vitest'
import { type ErrorCode, errorTable } from '../../shared/errors.ts'
import { ApiError } from '../api-client.ts'
import { FileRefused, fileProblemOf } from './file-problem.ts'

const answer = (code: ErrorCode) =>
  new ApiError({ code, status: errorTable[code].status, message: `The server said ${code}.` })

test.each(['INVALID_FILE_TYPE', 'BODY_TOO_LARGE', 'PLAN_REQUIRED', 'VALIDATION_FAILED'] as const)(
  'a file that the server refuses with %s is not sent again',
  (code) => {
    expect(fileProblemOf(answer(code), 'Fallback')).toEqual({
      text: `The server said ${code}.`,
      canRetry: false,
    })
  },
)

test.each(['INTERNAL', 'UNAVAILABLE', 'TOO_MANY_REQUESTS', 'NOT_SIGNED_IN'] as const)(
  'a file can be sent again after %s',
  (code) => {
    expect(fileProblemOf(answer(code), 'Fallback').canRetry).toBe(true)
  },
)

test('a file can be sent again when no answer came, or our own code failed', () => {
  const lost = new ApiError({ code: 'UNREACHABLE', status: 0, message: 'No connection.' })
  expect(fileProblemOf(lost, 'Fallback')).toEqual({ text: 'No connection.', canRetry: true })
  expect(fileProblemOf(new TypeError('broken'), 'Fallback')).toEqual({ text: 'Fallback', canRetry: true })
})

test('a file that the page refuses keeps its sentence', () => {
  expect(fileProblemOf(new FileRefused('It is too large.'), 'Fallback')).toEqual({
    text: 'It is too large.',
    canRetry: false,
  })
})
