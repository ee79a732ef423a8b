/** Stores images under the hash of their content: the same name is always the same image. */
export type ImageStore = {
  put(name: string, image: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** Resolves also for a missing image. */
  remove(name: string): Promise<void>
  /** Removes unfinished images whose writer was killed at least a day ago. */
  removeUnfinished(): Promise<void>
  /** Rejects if no image can be stored now. A bucket is not checked. */
  check(): Promise<void>
}

/** The path of images for browsers. */
export const uploadUrl = '/uploads/'
