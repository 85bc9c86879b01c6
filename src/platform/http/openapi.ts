import { type OpenAPIHono, type RouteConfig, createRoute, z } from '@hono/zod-openapi'
import type { Endpoint } from '../../shared/endpoint.ts'
import { type ErrorCode, errorTable } from '../../shared/errors.ts'
import { productName } from '../../shared/product.ts'
import type { HttpEnv } from './http-env.ts'

const problemSchema = z
  .strictObject({
    code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
    title: z.string(),
    status: z.int(),
    message: z.string().openapi({ description: 'A message to show to the user' }),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .openapi({ description: 'What is wrong, by the name of the field' }),
    requestId: z.string(),
  })
  .openapi('Problem')

function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['INTERNAL', 'UNAVAILABLE', ...(endpoint.errors ?? [])]
  if (endpoint.body) {
    codes.push('MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE', 'VALIDATION_FAILED')
  }
  if (endpoint.takesFile) codes.push('BODY_TOO_LARGE')
  if (endpoint.query) codes.push('VALIDATION_FAILED')
  if (endpoint.params) codes.push('NOT_FOUND')
  if (endpoint.method !== 'get') codes.push('WRONG_ORIGIN')
  if (endpoint.access !== 'public') codes.push('NOT_SIGNED_IN', 'PASSWORD_CHANGE_REQUIRED')
  if (endpoint.access === 'admin') codes.push('FORBIDDEN')
  if (typeof endpoint.access === 'object') codes.push('FORBIDDEN', 'NOT_A_MEMBER')
  if (endpoint.confirm) codes.push('CONFIRMATION_NEEDED')
  return codes
}

const fileSchema = { type: 'string', format: 'binary' } as const

function successResponse({ response, givesFile }: Endpoint): RouteConfig['responses'] {
  if (givesFile) {
    const content = givesFile.map((type) => [type, { schema: fileSchema }])
    return { 200: { description: 'The file', content: Object.fromEntries(content) } }
  }
  return response
    ? { 200: { description: 'Done', content: { 'application/json': { schema: response } } } }
    : { 204: { description: 'Done' } }
}

export function describeEndpoint(endpoint: Endpoint): RouteConfig {
  const byStatus = Map.groupBy(new Set(errorCodesOf(endpoint)), (code) => errorTable[code].status)
  const problems = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `${code}: ${errorTable[code].title}`).join('; '),
      content: { 'application/problem+json': { schema: problemSchema } },
    },
  ])
  return createRoute({
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    request: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { query: endpoint.query } : {}),
      ...(endpoint.body
        ? { body: { required: true, content: { 'application/json': { schema: endpoint.body } } } }
        : {}),
      ...(endpoint.takesFile
        ? { body: { required: true, content: { 'application/octet-stream': { schema: fileSchema } } } }
        : {}),
    },
    responses: { ...successResponse(endpoint), ...Object.fromEntries(problems) },
  })
}

export function describeApi(app: OpenAPIHono<HttpEnv>, options: { appUrl: string; cookieName: string }) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: options.cookieName,
  })
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description: 'Every error is a problem document with a code, a message and a request ID.',
    },
    servers: [{ url: options.appUrl }],
  })
}
