import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../../shared/endpoint.ts'
import { ApiError, call } from '../../../../web/api-client.ts'
import { decideEstimate } from '../../public/contract.ts'
import { publicEstimateQuery } from '../estimate-api.ts'

export type Answer = Omit<RequestOf<typeof decideEstimate>['body'], 'version'>

interface AnswerOptions {
  id: string
  /** The version that the client has read. */
  version: number
  /** Called with the sentence of the server if the estimate is no longer as the client read it. */
  onOvertaken: (message: string) => void
}

/** The page has loaded the newest version, so that nothing has to be reloaded. */
const changedText =
  'This estimate was changed while you were reading it. You now see the latest version. Please read it before you answer.'
const overtaken = new Set(['CHANGED_ELSEWHERE', 'ESTIMATE_DECIDED', 'ESTIMATE_EXPIRED'])

/** Sends the answer of the client. */
export function useAnswer({ id, version, onOvertaken }: AnswerOptions) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: Answer) => call(decideEstimate, { params: { id }, body: { ...answer, version } }),
    onSuccess: (answered) => client.setQueryData(publicEstimateQuery(id).queryKey, answered),
    onError: async (error) => {
      if (!(error instanceof ApiError) || !overtaken.has(error.code)) return
      await client.invalidateQueries(publicEstimateQuery(id))
      onOvertaken(error.code === 'CHANGED_ELSEWHERE' ? changedText : error.message)
    },
  })
}
