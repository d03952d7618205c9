// Package bolt is the store.Store of a running post office: one bbolt file,
// written by one process at a time.
//
// The buckets and their keys are described in package store/internal/kv. Bucket meta holds
// the number of the layout under "schema"; Open refuses files of another one.
//
// # Caveats
//
//   - A file that is open for writing is locked. Another Open waits a second and
//     returns store.ErrLocked. Any number of processes may read a file that nobody writes.
//   - bbolt keeps no checksums of pages. Flipped bytes in records are found by the
//     chain, elsewhere by the checksum of each value; damage to the tree itself
//     shows as store.Corrupt from the read that meets it.
//   - The file is mapped into memory. On a full disk a write fails and nothing of
//     it is kept, but it is better to stop before: see FreeSpace.
//   - If the disk does not confirm a commit (fsync fails after the new root
//     was written) nobody knows whether it will be there after a power cut. All
//     later calls return ErrUnsure until the file is opened again.
//   - Linux ext4 with fast_commit has lost bbolt pages in a power cut (etcd-io/bbolt#562).
package bolt
