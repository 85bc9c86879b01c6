import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { textLink } from '../../../web/ui/text-link.ts'
import { estimateQuery } from './estimate-api.ts'

/** On an invoice: the way back to the estimate that it was made from. */
export function FromEstimateLink({ id }: { id: string }) {
  const { data } = useQuery(estimateQuery(id))
  return (
    <Link to="/estimates/$id" params={{ id }} className={`text-sm ${textLink}`}>
      {data ? `From estimate ${data.number}` : 'From an estimate'}
    </Link>
  )
}
