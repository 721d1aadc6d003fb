// Databases of this browser. What is asked of one is on the disk before the promise is fulfilled.

/** Opens a database; `make` makes its stores at the first time. */
export function openDatabase(
  name: string,
  make: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => make(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Returns the result of one transaction with stores of a database, which is closed then. */
export async function transactWith<T>(
  opening: Promise<IDBDatabase>,
  names: readonly string[],
  mode: IDBTransactionMode,
  ask: (of: (name: string) => IDBObjectStore) => IDBRequest | null,
): Promise<T> {
  const database = await opening;
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction([...names], mode, { durability: "strict" });
      const request = ask((name) => transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request?.result as T);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}
