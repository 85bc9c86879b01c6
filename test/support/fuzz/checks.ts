import type { Endpoint } from '../../../src/shared/endpoint.ts'
import { type ErrorCode, type Problem, errorTable } from '../../../src/shared/errors.ts'
import { isForMembers } from './is-for-members.ts'
import type { ActorName } from './requests.ts'
import type { Actor } from './world.ts'
import type { Write } from './writes.ts'

export interface Answer {
  status: number
  type: string
  requestId: string
  text: string
}

export const wroteAnyway = 'refused, but wrote:'

/**
 * Internals that a response must not contain: stack traces, statements, messages of the database, file paths.
 */
const insides = [
  /\n\s+at .+:\d+:\d+/,
  /node_modules|node:internal|file:\/\//,
  /\/(?:work|home|root|usr|var|tmp)\/\w/,
  /\b(?:insert into|delete from|select .+ from|update \w+ set)\b/i,
  /violates (?:\w+-?)+ constraint|syntax error at|invalid input syntax|relation "|permission denied|out of range for type/,
  /row-level security|millrace_(?:app|platform|auth|admin)/,
  /ECONNREFUSED|ENOENT|TypeError|RangeError|ZodError|DatabaseError/,
]

function readProblem(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Partial<Problem>
  } catch {
    return {}
  }
}

function faultsOfProblem({ status, type, requestId, text }: Answer): string[] {
  if (type !== 'application/problem+json') return [`a refusal of the type ${type}`]
  const problem = readProblem(text)
  const known = errorTable[problem.code as ErrorCode]
  return [
    known?.status === status && problem.status === status ? [] : ['a refusal whose code has another status'],
    known && problem.title === known.title ? [] : ['a refusal without its title'],
    problem.message ? [] : ['a refusal without a message'],
    problem.requestId === requestId && requestId ? [] : ['a refusal without the id of its request'],
  ].flat()
}

function faultsOfGoodAnswer({ type, text }: Answer, endpoint: Endpoint): string[] {
  if (endpoint.givesFile) {
    const isGiven = endpoint.givesFile.some((given) => given.split(';')[0] === type)
    return isGiven ? [] : [`a file of the type ${type}`]
  }
  if (!endpoint.response) return text === '' ? [] : ['an answer where none is promised']
  return endpoint.response.safeParse(JSON.parse(text)).success ? [] : ['an answer that its schema refuses']
}

/** A failure that the endpoint declares, such as a bank that does not respond, is within its contract. */
function faultsOfFailure(status: number, code: ErrorCode | undefined, { errors = [] }: Endpoint): string[] {
  const isPromised = code && code !== 'INTERNAL' && code !== 'UNAVAILABLE' && errors.includes(code)
  return isPromised ? [] : [`${status} ${code}`]
}

interface Asked {
  endpoint: Endpoint
  actor: ActorName
  present: ReadonlyMap<ActorName, Actor>
  writes: readonly Write[]
}

/** Returns everything that is wrong with a response. The text is the same for the same fault. */
export function findFaults(answer: Answer, { endpoint, actor, present, writes }: Asked): string[] {
  const { status, text } = answer
  const isGood = status < 300
  // As the text reads after it is parsed.
  const plain = text.replaceAll('\\n', '\n').replaceAll('\\"', '"')
  const isShown = !endpoint.givesFile || !isGood
  const others = [...present].filter(([name]) => name !== actor)
  const isClosed =
    (isForMembers(endpoint) && actor === 'nobody') || (endpoint.access === 'admin' && actor !== 'admin')
  const faults = [
    isGood ? faultsOfGoodAnswer(answer, endpoint) : faultsOfProblem(answer),
    status >= 500 ? faultsOfFailure(status, readProblem(text).code, endpoint) : [],
    status >= 300 && status < 400 ? ['a redirect'] : [],
    isGood && isClosed ? ['let in who must not'] : [],
    isShown
      ? insides.filter((inside) => inside.test(plain)).map((inside) => `shows its inside: ${inside}`)
      : [],
    isForMembers(endpoint) && others.some(([, { word }]) => text.toLowerCase().includes(word))
      ? ['shows another business']
      : [],
    status >= 400 && status < 500
      ? [...new Set(writes.map(({ table, act }) => `${wroteAnyway} ${act} ${table}`))]
      : [],
  ]
  return faults.flat()
}
