import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { type ReportPackage, getPackageFile, listPackages } from '../../packages/contract.ts'

const pollMs = 1000

export const isOpen = ({ state }: Pick<ReportPackage, 'state'>) => state === 'waiting' || state === 'running'

export const packagesQuery = queryOptions({
  queryKey: ['report-packages'],
  queryFn: () => call(listPackages),
  refetchInterval: ({ state }) => (state.data?.packages.some(isOpen) ? pollMs : false),
})

export const packageFileUrl = (id: string) => getPackageFile.path.replace('{id}', id)
