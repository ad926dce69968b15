#!/bin/sh
# Boots a real systemd in namespaces of its own, over a copy of this machine that is kept in memory and thrown away.
# Started by ../try-systemd.ts under `unshare`, as root; $1: an empty folder.
set -eu
mount --make-rprivate /
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup

mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  : > "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp

# Nothing of the machine's own starts, and no device or login is looked for.
rm -rf etc/systemd/system/*.wants etc/fstab
for unit in systemd-udevd systemd-logind systemd-networkd systemd-resolved systemd-timesyncd console-getty; do
  ln -sf /dev/null "etc/systemd/system/$unit.service"
done
ip link set lo up
mkdir -p mnt/before
pivot_root . mnt/before
umount -l /mnt/before
exec env -i container=petstore PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --unit=multi-user.target
