import type { Api } from '../../platform/http/api.ts'
import { type CommentDeps, addCommentOn, deleteComment, editOwnComment } from './comment-changes.ts'
import * as contract from './contract.ts'
import { countComments, countMentions, listMentions, seeMentions } from './mentions.ts'
import { listComments } from './queries.ts'
import { subjectKinds } from './rules.ts'

export function registerCommentRoutes(api: Api, deps: CommentDeps): void {
  for (const kind of subjectKinds) {
    api.register(contract.listComments[kind], ({ identity, params, query }) =>
      listComments(deps, identity, { kind, id: params.id }, query),
    )
    api.register(contract.addComment[kind], ({ identity, params, body }) =>
      addCommentOn(deps, identity, { kind, id: params.id }, body),
    )
  }
  api.register(contract.editComment, ({ identity, params, body }) =>
    editOwnComment(deps, identity, params.id, body),
  )
  api.register(contract.deleteComment, ({ identity, params }) => deleteComment(deps, identity, params.id))
  api.register(contract.countComments, async ({ identity, query }) => ({
    counts: await countComments(deps, identity, query.ids),
  }))
  api.register(contract.listMentions, ({ identity, query }) => listMentions(deps, identity, query))
  api.register(contract.countMentions, ({ identity }) => countMentions(deps, identity))
  api.register(contract.seeMentions, ({ identity, body }) => seeMentions(deps, identity, body.ids))
}
