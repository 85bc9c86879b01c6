import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { helpSlugs } from './help-rules.ts'

const articleSchema = z.enum(helpSlugs)

export const voteOnArticle = endpoint({
  method: 'post',
  path: '/api/v1/help/{article}/vote',
  access: 'public',
  tag: 'Help',
  summary: 'Vote on whether a help article was helpful; votes are counted anonymously',
  params: z.strictObject({ article: articleSchema }),
  body: z.strictObject({ helpful: z.boolean() }),
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const listHelpVotes = endpoint({
  method: 'get',
  path: '/api/v1/admin/help-votes',
  access: 'admin',
  tag: 'Admin: help articles',
  summary: 'How many readers found each help article helpful or not, the least helpful first',
  response: z.strictObject({
    articles: z.array(
      z.strictObject({
        article: articleSchema,
        helpful: z.int().min(0),
        notHelpful: z.int().min(0),
      }),
    ),
  }),
})
