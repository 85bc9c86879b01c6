import { useRef } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { useSession } from '../../auth/web/session.ts'
import type { SubjectKind } from '../rules.ts'
import { CommentThread } from './comment-thread.tsx'

/** The comments on an invoice or an expense. Who works alone sees none. */
export function Comments({ subject, id }: { subject: SubjectKind; id: string }) {
  const state = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  if (state.status !== 'signed-in' || !state.session.hasTeam) return null
  return (
    <Card aria-label="Comments" id="comments">
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1}>
          Comments
        </CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <CommentThread key={id} session={state.session} kind={subject} id={id} heading={heading} />
      </CardContent>
    </Card>
  )
}
