/** Where a browser gets an uploaded file. */
export function fileUrl(id: string): string {
  return `/api/v1/files/${id}`
}
