/** Returns the path of an uploaded file. */
export function fileUrl(id: string): string {
  return `/api/v1/files/${id}`
}
