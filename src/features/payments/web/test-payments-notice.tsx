import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../../web/ui/notice.tsx'
import { integrationsQuery } from '../../integrations/web/integrations-api.ts'
import { testPaymentsQuery } from './ledger/ledger-api.ts'
import { RemoveTestsButton } from './remove-tests-button.tsx'
import { testCount, testSum } from './test-payment-text.ts'

/** Asks the owner to remove test payments once real money can be received. */
export function TestPaymentsNotice() {
  const { data: integrations } = useQuery(integrationsQuery)
  const isOver = integrations?.areTestsAllowed === false
  const { data: tests } = useQuery({ ...testPaymentsQuery, enabled: isOver })
  if (!isOver || !tests || tests.count === 0) return null
  return (
    <Notice
      tone="attention"
      className="mb-6"
      title={`Your records contain ${testCount(tests.count)}`}
      actions={<RemoveTestsButton tests={tests} />}
    >
      {testSum(tests)} of what you received was never real money. Test payments are no longer accepted. Remove
      the ones that are left.
    </Notice>
  )
}
