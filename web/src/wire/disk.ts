// The patience with a disk: one that is worn out, or busy, may take a write and never end it.

import { signal } from "@preact/signals";

/** Time in milliseconds after which an answer of the disk is not waited for any more. */
export const DISK_MS = 3_000;

/**
 * Returns what the disk answers.
 *
 * @throws its refusal, or after `DISK_MS` that there is no answer; it may do its work later all the same.
 */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the disk does not answer")), DISK_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Number of reads that the disk has not answered for `DISK_MS`, without which the page cannot go on. */
export const lateReads = signal(0);

/** Returns what the disk answers, however late; counts among the late reads as long as it takes longer than `DISK_MS`. */
export async function countedIfLate<T>(read: Promise<T>): Promise<T> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    lateReads.value += 1;
  }, DISK_MS);
  try {
    return await read;
  } finally {
    clearTimeout(timer);
    if (isLate) lateReads.value -= 1;
  }
}
